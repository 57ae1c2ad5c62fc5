import { z } from 'zod'
import { plainTextSchema } from '@/lib/platform/plain-text-schema'
import { LONGEST_REASON, SHORTEST_REASON } from '@/lib/uploads/approval/reason'

/** Body of POST /api/uploads/{id}/approval. Declining requires a reason, which the sender sees. */
export const approvalInput = z.discriminatedUnion('approve', [
  z.strictObject({ approve: z.literal(true) }),
  z.strictObject({
    approve: z.literal(false),
    reason: plainTextSchema(LONGEST_REASON).min(SHORTEST_REASON),
  }),
])

export type ApprovalInput = z.infer<typeof approvalInput>
