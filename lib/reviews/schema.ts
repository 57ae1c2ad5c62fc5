import { z } from 'zod'
import { type Cursor, cursor } from '@/lib/http/paging'
import { NEEDS_NOTE, REASONS, type Reason } from '@/lib/reviews/reasons'

const note = z.string().trim().max(1000)

/** Body of POST /api/reviews/{id}/decision. The evidence hash says what was on screen when it was decided. */
export const decisionInput = z
  .strictObject({
    decision: z.enum(['approve', 'reject', 'escalate']),
    reason: z.string(),
    note: note.optional(),
    evidenceHash: z.string().regex(/^[0-9a-f]{64}$/),
  })
  .superRefine((input, context) => {
    if (!(REASONS[input.decision] as readonly string[]).includes(input.reason))
      context.addIssue({
        code: 'custom',
        path: ['reason'],
        params: { code: 'reason' },
        message: `Choose one of: ${REASONS[input.decision].join(', ')}.`,
      })
    else if (NEEDS_NOTE.has(input.reason as Reason) && !input.note)
      context.addIssue({
        code: 'custom',
        path: ['note'],
        params: { code: 'note_required' },
        message: 'This reason needs a note.',
      })
  })
export type DecisionInput = z.infer<typeof decisionInput>

export const reopenInput = z.strictObject({ note: note.min(1) })

export const TABS = ['todo', 'second', 'escalated', 'decided'] as const
export type Tab = (typeof TABS)[number]

/** Body of POST /api/reviews/search: a tab of the queue, oldest first (decided: newest first). */
export const queueInput = z.strictObject({
  environment: z.enum(['live', 'sandbox']).default('live'),
  tab: z.enum(TABS).default('todo'),
  results: z
    .array(z.enum(['close_match', 'no_match', 'account_not_verifiable']))
    .max(3)
    .default([]),
  differences: z.array(z.string().max(40)).max(20).default([]),
  uploadId: z.uuid().optional(),
  after: cursor.optional(),
  size: z.int().min(1).max(100).default(50),
})
export type QueueInput = z.infer<typeof queueInput> & { after?: Cursor }
