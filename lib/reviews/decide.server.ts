import 'server-only'
import { type AuditEvent, type Doer, record } from '@/lib/audit/record.server'
import type { Actor } from '@/lib/auth/roles'
import { db, type Tx } from '@/lib/platform/db.server'
import { notify } from '@/lib/platform/notify.server'
import { Refusal } from '@/lib/platform/refusal'
import { withFourEyes } from '@/lib/reviews/four-eyes.server'
import { type LoadedReview, loadReview, lockReviews, policyOf } from '@/lib/reviews/load.server'
import { readMemory } from '@/lib/reviews/memory.server'
import { isOpen, type ReviewState, stateAfter, whyBlocked } from '@/lib/reviews/policy'
import { blockedRefusal, evidenceChanged } from '@/lib/reviews/refusals'
import type { DecisionInput } from '@/lib/reviews/schema'

export type Decided = { state: ReviewState; decisionId: string }

/**
 * Takes one person's decision on a review, bound to the evidence it was taken on (README "Review evidence").
 * The command checks four eyes and the database checks it again.
 * @throws Refusal 403 four_eyes, 409 already_decided | claimed_by_other | evidence_changed | earlier_changed,
 * 422 call_back_required
 */
export async function decideReview(
  id: string,
  input: DecisionInput,
  actor: Actor,
  doer: Doer,
): Promise<Decided> {
  return withFourEyes(() =>
    db().$transaction(async (tx) => {
      await lockReviews(tx, [id])
      const { event, ...decided } = await takeDecision(tx, id, input, actor, doer)
      await record(event, tx)
      return decided
    }),
  )
}

/** One decision within a transaction that has locked the review. The caller writes `event` to the audit log, last. */
export async function takeDecision(
  tx: Tx,
  id: string,
  input: DecisionInput,
  actor: Actor,
  doer: Doer,
): Promise<Decided & { event: AuditEvent }> {
  const review = await loadReview(tx, id, actor)
  const blocked = whyBlocked(review, actor.id, new Date())
  if (blocked) throw blockedRefusal(blocked)
  if (review.evidenceHash !== input.evidenceHash) throw evidenceChanged()
  const { reason, note } = input.repeats ? await repeated(tx, review, input) : input
  checkCallBack(review, input)
  const decision = await tx.decision.create({
    data: {
      reviewId: id,
      kind: input.decision,
      reason,
      note: note ?? null,
      decidedById: actor.id,
      earlierId: input.repeats ?? null,
      evidenceHash: input.evidenceHash,
    },
  })
  const standing = [...review.decisions, { kind: input.decision, decidedById: actor.id }]
  const state = stateAfter(standing, await policyOf(tx, review))
  await moveTo(tx, review, state)
  const details = { reason, state, verificationId: review.verificationId }
  const event = {
    by: doer,
    action: `review.${PAST[input.decision]}`,
    object: { type: 'review', id },
    details: input.repeats ? { ...details, earlierId: input.repeats } : details,
  }
  return { state, decisionId: decision.id, event }
}

const PAST = { approve: 'approved', reject: 'rejected', escalate: 'escalated' } as const

/** The reason and the note of the earlier decision, if it still is the last one on the same names. */
async function repeated(tx: Tx, review: LoadedReview, input: DecisionInput) {
  const memory = await readMemory(review.verificationId, tx)
  if (memory?.id !== input.repeats || memory?.kind !== input.decision)
    throw new Refusal(409, 'earlier_changed', 'The earlier decision does not count any more. Decide anew.')
  return { reason: memory.reason, note: memory.note }
}

/** Approving what the bank denied or could not verify needs a record of the call to the payee. */
function checkCallBack(review: LoadedReview, input: DecisionInput) {
  if (input.decision !== 'approve' || review.matchResult === 'close_match') return
  if (input.reason === 'confirmed_with_payee' && input.note) return
  const message = 'Who was called, when, and where the number came from.'
  throw new Refusal(
    422,
    'call_back_required',
    'Confirm with the payee first: say who was called, when and on which number.',
    { errors: [{ path: 'note', code: 'call_back_required', message }] },
  )
}

/** Puts a review where its decisions lead; whoever held it holds it no more. */
export async function moveTo(
  tx: Tx,
  review: Pick<LoadedReview, 'id' | 'environment'>,
  state: ReviewState,
): Promise<void> {
  await tx.review.update({
    where: { id: review.id },
    data: {
      state,
      claimedById: null,
      claimedUntil: null,
      awaitsRule: false,
      decidedAt: isOpen(state) ? null : new Date(),
    },
  })
  await notify(tx, { topic: 'review', environment: review.environment })
}
