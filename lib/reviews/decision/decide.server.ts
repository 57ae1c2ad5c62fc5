import 'server-only'
import { type AuditEvent, record } from '@/lib/audit/record.server'
import type { RequestedBy } from '@/lib/auth/roles'
import { assertMayDecide } from '@/lib/auth/second-person.server'
import { db, type Tx } from '@/lib/platform/db.server'
import { notify } from '@/lib/platform/queue/notify.server'
import { Refusal, refusedField } from '@/lib/platform/refusal'
import { usableBankName } from '@/lib/reviews/bank-name'
import { type CallBack, confirmedCall, needsCallBack } from '@/lib/reviews/call'
import { refuseDecision } from '@/lib/reviews/decision/four-eyes.server'
import type { DecisionInput } from '@/lib/reviews/decision/schema'
import { type LoadedReview, loadReview, lockPolicyOf, lockReviews } from '@/lib/reviews/load.server'
import { blockReasonOf, isReviewOpen, type StoredReviewState, stateAfter } from '@/lib/reviews/policy'
import { assertCallTime, blockedRefusal, callBackRequired, evidenceChanged } from '@/lib/reviews/refusals'
import { readMemory } from '@/lib/reviews/rules/memory.server'

export type DecisionResult = { state: StoredReviewState; decisionId: string }

/**
 * Records one person's decision on a review, bound to the evidence hash that was on screen. Four eyes are checked here
 * and again by a trigger.
 * @throws Refusal 403 four_eyes | decides_later, 409 already_decided | claimed_by_other | evidence_changed |
 * earlier_changed, 422 call_in_future | call_too_old | call_back_required | note_required | corrected_name
 */
export async function decideReview(
  id: string,
  input: DecisionInput,
  by: RequestedBy,
): Promise<DecisionResult> {
  return db()
    .$transaction(async (tx) => {
      await lockReviews(tx, [id], by.actor)
      const { done, event } = await takeDecision(tx, id, input, by)
      await record(event, tx)
      return done
    })
    .catch(refuseDecision)
}

/**
 * Records one decision in a transaction that has locked the review. The caller appends `event` to the audit log, last.
 */
export async function takeDecision(
  tx: Tx,
  id: string,
  input: DecisionInput,
  { actor, auditActor }: RequestedBy,
): Promise<{ done: DecisionResult; event: AuditEvent }> {
  const review = await loadReview(tx, id, actor)
  await assertMayDecide(actor.id, tx)
  const blocked = blockReasonOf(review, actor.id, review.now)
  if (blocked) throw blockedRefusal(blocked)
  if (review.evidenceHash !== input.evidenceHash) throw evidenceChanged()
  assertCallTime(input.callBack, review.now)
  const { reason, note, callBack, correctedName } = input.repeats
    ? await readRepeatedDecision(tx, review, input)
    : input
  if (!input.repeats) checkConfirmed(review, input)
  await checkCorrectedName(tx, review, input)
  const decision = await tx.decision.create({
    data: {
      reviewId: id,
      kind: input.decision,
      reason,
      note: note ?? null,
      ...(callBack && { callBack }),
      correctedName: correctedName ?? null,
      decidedById: actor.id,
      earlierId: input.repeats ?? null,
      evidenceHash: input.evidenceHash,
      createdAt: review.now,
    },
  })
  const standing = [...review.decisions, { kind: input.decision, decidedById: actor.id }]
  const state = stateAfter(standing, await lockPolicyOf(tx, review))
  await updateReviewState(tx, review, state)
  const event = {
    by: auditActor,
    action: `review.${PAST[input.decision]}`,
    object: { type: 'review', id },
    // the person called, the number and the name are kept with the decision, not in the audit log
    details: {
      reason,
      state,
      verificationId: review.verificationId,
      ...(input.repeats && { earlierId: input.repeats }),
      ...(callBack && { numberSource: callBack.numberSource, callOutcome: callBack.outcome }),
      ...(correctedName && { nameCorrected: true }),
    },
  }
  return { done: { state, decisionId: decision.id }, event }
}

const PAST = { approve: 'approved', reject: 'rejected', escalate: 'escalated' } as const

/** The earlier decision that this one repeats, if it is still the last one on the same names. */
async function readRepeatedDecision(tx: Tx, review: LoadedReview, input: DecisionInput) {
  const memory = await readMemory(review.verificationId, tx)
  if (memory?.id !== input.repeats || memory?.kind !== input.decision)
    throw new Refusal(409, 'earlier_changed', 'The earlier decision no longer applies. Decide again.')
  const { reason, note, correctedName } = memory
  return { reason, note, correctedName, callBack: input.callBack }
}

/**
 * An item that the bank denied or could not verify needs a call in which the payee confirmed the account: with this
 * decision, or with an earlier approval that was not undone. Elsewhere, "confirmed with the payee" needs at least a
 * note.
 */
function checkConfirmed(review: LoadedReview, { decision, reason, note, callBack }: DecisionInput) {
  if (decision !== 'approve') return
  if (!needsCallBack(review)) {
    if (reason === 'confirmed_with_payee' && !note && !callBack)
      throw refusedField('note_required', 'note', 'This reason needs a note.')
    return
  }
  const call = callBack ?? confirmedCall(review.decisions as { kind: string; callBack: CallBack | null }[])
  if (reason === 'confirmed_with_payee' && call?.outcome === 'confirmed') return
  throw callBackRequired()
}

/** On a close match the corrected name must be the bank's name; elsewhere it is what the payee said. */
async function checkCorrectedName(tx: Tx, review: LoadedReview, { correctedName }: DecisionInput) {
  if (correctedName === undefined || review.matchResult !== 'close_match') return
  const { matchedName } = await tx.verification.findUniqueOrThrow({
    where: { id: review.verificationId },
    select: { matchedName: true },
  })
  if (usableBankName(matchedName) === correctedName) return
  throw refusedField('corrected_name', 'correctedName', 'On a close match, only the bank’s name can be used.')
}

/** Updates the state of a review from its decisions and releases its claim. */
export async function updateReviewState(
  tx: Tx,
  review: Pick<LoadedReview, 'id' | 'environment' | 'now'>,
  state: StoredReviewState,
): Promise<void> {
  await tx.review.update({
    where: { id: review.id },
    data: {
      state,
      claimedById: null,
      claimedUntil: null,
      awaitsRule: false,
      decidedAt: isReviewOpen(state) ? null : review.now,
    },
  })
  await notify(tx, { topic: 'review', environment: review.environment })
}
