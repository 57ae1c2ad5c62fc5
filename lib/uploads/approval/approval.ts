import { z } from 'zod'
import { plainTextSchema } from '@/lib/platform/plain-text-schema'

/** Body of POST /api/uploads/{id}/approval. Declining requires a reason, which the sender sees. */
export const approvalInput = z.discriminatedUnion('approve', [
  z.strictObject({ approve: z.literal(true) }),
  z.strictObject({ approve: z.literal(false), reason: plainTextSchema(500).min(3) }),
])

export type ApprovalInput = z.infer<typeof approvalInput>
