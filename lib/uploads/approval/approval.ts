import { z } from 'zod'
import { LONGEST_REASON, SHORTEST_REASON } from '@/lib/uploads/approval/reason'

/** Why an upload waits for a second person. */
export const CAUSES = ['upload', 'personDay', 'names'] as const
export type Cause = (typeof CAUSES)[number]

/** Body of POST /api/uploads/{id}/approval. Declining says why, to who sent it. */
export const approvalInput = z.discriminatedUnion('approve', [
  z.strictObject({ approve: z.literal(true) }),
  z.strictObject({
    approve: z.literal(false),
    reason: z.string().trim().min(SHORTEST_REASON).max(LONGEST_REASON),
  }),
])
export type ApprovalInput = z.infer<typeof approvalInput>

/** What a second person is asked about an upload, and what they said. */
export type ApprovalView = {
  causes: Cause[]
  /** what it takes if everything is sent */
  credits: number
  askedAt: string
  decision: 'approved' | 'declined' | null
  by: { id: string; name: string } | null
  at: string | null
  /** why it was declined */
  reason: string | null
}
