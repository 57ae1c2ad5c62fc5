import { z } from 'zod'
import { isMoment } from '@/lib/http/paging'
import { checkName } from '@/lib/names/check'
import { isUuid } from '@/lib/platform/uuid'
import { callBack } from '@/lib/reviews/decision/call-back'
import { MAX_GROUP } from '@/lib/reviews/decision/group'
import { POLICIES } from '@/lib/reviews/policy'
import { type DecisionAct, NEEDS_NOTE, REASONS, type Reason } from '@/lib/reviews/reasons'
import { RULE_RESULTS, RULE_SOURCES } from '@/lib/reviews/rules/rules'
import { TABS } from '@/lib/reviews/tabs'
import { writtenText } from '@/lib/reviews/text'

/** The setting that says how many reviewers an item wants. */
export const policySchema = z.enum(POLICIES)

const note = writtenText(1000)
const someText = note.refine((text) => text !== '')
const evidenceHash = z.string().regex(/^[0-9a-f]{64}$/)
const correctedName = z
  .string()
  .max(300)
  .transform((raw, context) => {
    const checked = checkName(raw)
    if (checked.ok) return checked.name
    context.addIssue({ code: 'custom', params: { code: checked.code }, message: 'This is not a name.' })
    return z.NEVER
  })

/** Body of POST /api/reviews/{id}/decision. The evidence hash says what was on screen when it was decided. */
export const decisionInput = z
  .strictObject({
    decision: z.enum(['approve', 'reject', 'escalate']),
    reason: z.string(),
    note: note.optional(),
    evidenceHash,
    /** the earlier decision on the same names that this one repeats, with its reason and note */
    repeats: z.uuid().optional(),
    /** the call to the payee that the decision rests on */
    callBack: callBack.optional(),
    /** with an approval: the name to use instead of the submitted one; on a close match the bank's name */
    correctedName: correctedName.optional(),
  })
  .superRefine(checkDecision)
export type DecisionInput = z.infer<typeof decisionInput>

/** Body of POST /api/reviews/group-decision: one reason for up to 25 items. Only approvals are given together. */
export const groupInput = z
  .strictObject({
    decision: z.literal('approve'),
    reason: z.string(),
    note: note.optional(),
    items: z
      .array(z.strictObject({ id: z.uuid(), evidenceHash }))
      .min(1)
      .max(MAX_GROUP)
      .refine((items) => new Set(items.map(({ id }) => id)).size === items.length, 'Name each item once.'),
  })
  .superRefine(checkReason)
  .superRefine(checkNote)
export type GroupInput = z.infer<typeof groupInput>

type Reasoned = { decision: DecisionAct; reason: string; note?: string; repeats?: string }

function checkReason({ decision, reason }: Reasoned, context: z.RefinementCtx) {
  if ((REASONS[decision] as readonly string[]).includes(reason)) return
  context.addIssue({
    code: 'custom',
    path: ['reason'],
    params: { code: 'reason' },
    message: `Choose one of: ${REASONS[decision].join(', ')}.`,
  })
}

function checkNote({ reason, note, repeats }: Reasoned, context: z.RefinementCtx) {
  if (!NEEDS_NOTE.has(reason as Reason) || note || repeats) return
  const message = 'This reason needs a note.'
  context.addIssue({ code: 'custom', path: ['note'], params: { code: 'note_required' }, message })
}

/** A name is corrected by who approves it. What confirms the payee is looked at with the item (decide.server.ts). */
function checkDecision(input: Reasoned & { correctedName?: string }, context: z.RefinementCtx) {
  checkReason(input, context)
  if (input.reason !== 'confirmed_with_payee') checkNote(input, context)
  if (input.correctedName === undefined || input.decision === 'approve') return
  const message = 'Only an approval corrects the name.'
  context.addIssue({
    code: 'custom',
    path: ['correctedName'],
    params: { code: 'corrected_name' },
    message,
  })
}

/** Body of POST /api/reviews/{id}/reopen and of /notes. */
export const noteInput = z.strictObject({ note: someText })
/** Body of POST /api/reviews/{id}/take-over. */
export const takeOverInput = z.strictObject({ reason: someText })

/** Where a page of the queue ended: rank, time, id. */
export type QueueCursor = { rank: number; at: string; id: string }

export const writeQueueCursor = ({ rank, at, id }: QueueCursor): string =>
  btoa(JSON.stringify([rank, at, id])).replaceAll('=', '')

const queueCursor = z
  .string()
  .max(200)
  .transform((value, context): QueueCursor => {
    try {
      const [rank, at, id] = JSON.parse(atob(value)) as [number, string, string]
      if ((rank === 0 || rank === 1) && isMoment(at) && isUuid(id)) return { rank, at, id }
    } catch {
      // falls through to the refusal below
    }
    context.addIssue({
      code: 'custom',
      params: { code: 'pagination' },
      message: 'This cursor is not one of ours.',
    })
    return z.NEVER
  })

/** Body of POST /api/reviews/search: a tab of the queue, oldest first (decided: newest first). */
export const queueInput = z.strictObject({
  environment: z.enum(['live', 'sandbox']).default('live'),
  tab: z.enum(TABS).default('todo'),
  results: z.array(z.enum(RULE_RESULTS)).max(3).default([]),
  differences: z.array(z.string().max(40)).max(20).default([]),
  sources: z.array(z.enum(RULE_SOURCES)).max(3).default([]),
  /** waiting for at least this many days */
  olderThanDays: z.int().min(1).max(365).optional(),
  uploadId: z.uuid().optional(),
  after: queueCursor.optional(),
  size: z.int().min(1).max(100).default(50),
})
export type QueueInput = z.infer<typeof queueInput>
