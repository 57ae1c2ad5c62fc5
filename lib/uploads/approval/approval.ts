import { z } from 'zod'
import { LONGEST_REASON, SHORTEST_REASON } from '@/lib/uploads/approval/reason'

/** Body of POST /api/uploads/{id}/approval. Declining requires a reason, which the sender sees. */
export const approvalInput = z.discriminatedUnion('approve', [
  z.strictObject({ approve: z.literal(true) }),
  z.strictObject({
    approve: z.literal(false),
    reason: z.string().trim().min(SHORTEST_REASON).max(LONGEST_REASON),
  }),
])

export type ApprovalInput = z.infer<typeof approvalInput>
