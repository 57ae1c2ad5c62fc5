import { z } from 'zod'
import { checkName } from '@/lib/names/check'
import { plainLineSchema, plainTextSchema } from '@/lib/platform/plain-text-schema'
import {
  CALL_OUTCOMES,
  isNumber,
  MAX_PERSON_LENGTH,
  MAX_PHONE_LENGTH,
  NUMBER_SOURCES,
  PHONE_NUMBER,
} from '@/lib/reviews/call'
import { MAX_GROUP } from '@/lib/reviews/decision/group'
import { type DecisionKind, MAX_NOTE_LENGTH, NEEDS_NOTE, REASONS, type Reason } from '@/lib/reviews/reasons'

const note = plainTextSchema(MAX_NOTE_LENGTH)
const someText = note.refine((text) => text !== '')
const evidenceHash = z.string().regex(/^[0-9a-f]{64}$/)
/** `checkReason` refuses the others. */
const reasonTo = (...kinds: DecisionKind[]) =>
  z.string().meta({ enum: [...new Set(kinds.flatMap((kind) => REASONS[kind]))] })
const correctedName = z
  .string()
  .max(300)
  .transform((raw, context) => {
    const checked = checkName(raw)
    if (checked.ok) return checked.name
    context.addIssue({ code: 'custom', params: { code: checked.code }, message: 'This isn’t a name.' })
    return z.NEVER
  })

/**
 * The record of a call-back: the person called, the number and its source, the time and the outcome. The caller is the
 * person who decides.
 */
export const callBack = z.strictObject({
  person: plainLineSchema(MAX_PERSON_LENGTH),
  number: z.string().trim().max(MAX_PHONE_LENGTH).regex(PHONE_NUMBER).refine(isNumber),
  numberSource: z.enum(NUMBER_SOURCES),
  calledAt: z.iso.datetime(),
  outcome: z.enum(CALL_OUTCOMES),
})

/** Body of POST /api/reviews/{id}/decision. The evidence hash identifies what was on screen. */
export const decisionInput = z
  .strictObject({
    decision: z.enum(['approve', 'reject', 'escalate']),
    reason: reasonTo('approve', 'reject', 'escalate'),
    note: note.optional(),
    evidenceHash,
    /** ID of the earlier decision on the same names whose reason and note this one repeats */
    repeats: z.uuid().optional(),
    /** the call that supports the decision */
    callBack: callBack.optional(),
    /** approvals only: the name to use instead of the submitted one; on a close match, the bank's name */
    correctedName: correctedName.optional(),
  })
  .superRefine(checkDecision)
export type DecisionInput = z.infer<typeof decisionInput>

const group = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z
    .array(z.strictObject({ id: z.uuid(), ...fields }))
    .min(1)
    .max(MAX_GROUP)
    .refine(
      (items) => new Set(items.map((item) => (item as { id: string }).id)).size === items.length,
      'Include each item only once.',
    )

/** Body of POST /api/reviews/group-decision: one decision and one reason for up to 25 items. */
export const groupInput = z
  .strictObject({
    decision: z.enum(['approve', 'reject']),
    reason: reasonTo('approve', 'reject'),
    note: note.optional(),
    items: group({ evidenceHash }),
  })
  .superRefine(checkReason)
  .superRefine(checkNote)
export type GroupInput = z.infer<typeof groupInput>

/** Body of POST /api/reviews/group-undo: the decision IDs that the group decision returned. */
export const groupUndoInput = z.strictObject({ items: group({ decisionId: z.uuid() }) })
export type GroupUndoInput = z.infer<typeof groupUndoInput>

type ReasonedDecision = { decision: DecisionKind; reason: string; note?: string; repeats?: string }

function checkReason({ decision, reason }: ReasonedDecision, context: z.RefinementCtx) {
  if ((REASONS[decision] as readonly string[]).includes(reason)) return
  context.addIssue({
    code: 'custom',
    path: ['reason'],
    params: { code: 'reason' },
    message: `Choose one of: ${REASONS[decision].join(', ')}.`,
  })
}

function checkNote({ reason, note, repeats }: ReasonedDecision, context: z.RefinementCtx) {
  if (!NEEDS_NOTE.has(reason as Reason) || note || repeats) return
  const message = 'This reason needs a note.'
  context.addIssue({ code: 'custom', path: ['note'], params: { code: 'note_required' }, message })
}

/** Only an approval can correct a name. decide.server.ts checks the payee's confirmation, which depends on the item. */
function checkDecision(input: ReasonedDecision & { correctedName?: string }, context: z.RefinementCtx) {
  checkReason(input, context)
  if (input.reason !== 'confirmed_with_payee') checkNote(input, context)
  if (input.correctedName === undefined || input.decision === 'approve') return
  const message = 'Only an approval can correct the name.'
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
