import 'server-only'
import { type Doer, record } from '@/lib/audit/record.server'
import type { Actor } from '@/lib/auth/roles'
import { db, type Tx, violatedConstraint } from '@/lib/platform/db.server'
import { notify } from '@/lib/platform/notify.server'
import { Refusal } from '@/lib/platform/refusal'
import { type LoadedReview, loadReview, lockReview, readPolicy } from '@/lib/reviews/load.server'
import { isOpen, type ReviewState, stateAfter, whyBlocked } from '@/lib/reviews/policy'
import { blockedRefusal, evidenceChanged } from '@/lib/reviews/refusals'
import type { DecisionInput } from '@/lib/reviews/schema'

const UNDO_MINUTES = 5

export type Decided = { state: ReviewState; decisionId: string }

/**
 * Takes one person's decision on a review, bound to the evidence it was taken on (README "Review evidence").
 * The command checks four eyes and the database checks it again.
 * @throws Refusal 403 four_eyes, 409 already_decided | claimed_by_other | evidence_changed, 422 call_back_required
 */
export async function decideReview(
  id: string,
  input: DecisionInput,
  actor: Actor,
  doer: Doer,
): Promise<Decided> {
  return withFourEyes(() =>
    db().$transaction(async (tx) => {
      await lockReview(tx, id)
      const review = await loadReview(tx, id, actor)
      const blocked = whyBlocked(review, actor.id, new Date())
      if (blocked) throw blockedRefusal(blocked)
      if (review.evidenceHash !== input.evidenceHash) throw evidenceChanged()
      checkCallBack(review, input)
      const decision = await tx.decision.create({
        data: {
          reviewId: id,
          kind: input.decision,
          reason: input.reason,
          note: input.note ?? null,
          decidedById: actor.id,
          evidenceHash: input.evidenceHash,
        },
      })
      const standing = [...review.decisions, { kind: input.decision, decidedById: actor.id }]
      const state = stateAfter(standing, await readPolicy(tx))
      await moveTo(tx, review, state)
      await record(
        {
          by: doer,
          action: `review.${PAST[input.decision]}`,
          object: { type: 'review', id },
          details: { reason: input.reason, state, verificationId: review.verificationId },
        },
        tx,
      )
      return { state, decisionId: decision.id }
    }),
  )
}

const PAST = { approve: 'approved', reject: 'rejected', escalate: 'escalated' } as const

/** Approving what the bank denied or could not verify needs a record of the call to the payee. */
function checkCallBack(review: LoadedReview, input: DecisionInput) {
  if (input.decision !== 'approve' || review.matchResult === 'close_match') return
  if (input.reason === 'confirmed_with_payee' && input.note) return
  throw new Refusal(
    422,
    'call_back_required',
    'Confirm with the payee first: say who was called, when and on which number.',
    {
      errors: [
        {
          path: 'note',
          code: 'call_back_required',
          message: 'Who was called, when, and where the number came from.',
        },
      ],
    },
  )
}

async function moveTo(tx: Tx, review: Pick<LoadedReview, 'id' | 'environment'>, state: ReviewState) {
  await tx.review.update({
    where: { id: review.id },
    data: { state, claimedById: null, claimedUntil: null, decidedAt: isOpen(state) ? null : new Date() },
  })
  await notify(tx, { topic: 'review', environment: review.environment })
}

async function withFourEyes<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === 'decisions_four_eyes') throw blockedRefusal('four_eyes_requester')
    if (constraint === 'decisions_one_per_person') throw blockedRefusal('four_eyes_first')
    if (constraint === 'decisions_same_evidence') throw evidenceChanged()
    throw error
  }
}

/**
 * Takes back one's own last decision within five minutes, unless somebody acted after it. Writes a line, deletes none.
 * @throws Refusal 409 undo_too_late
 */
export async function undoDecision(id: string, actor: Actor, doer: Doer): Promise<{ state: ReviewState }> {
  return db().$transaction(async (tx) => {
    await lockReview(tx, id)
    const review = await loadReview(tx, id, actor)
    const last = review.decisions.at(-1)
    const since = Date.now() - UNDO_MINUTES * 60_000
    if (last?.decidedById !== actor.id || last.createdAt.getTime() < since || review.state === 'superseded')
      throw new Refusal(
        409,
        'undo_too_late',
        'This decision can no longer be undone. Reopen it with a reason.',
      )
    await takeBack(tx, review, [last.id], 'undo', actor, null)
    const state = stateAfter(review.decisions.slice(0, -1), await readPolicy(tx))
    await moveTo(tx, review, state)
    await record(
      {
        by: doer,
        action: 'review.undone',
        object: { type: 'review', id },
        details: { decisionId: last.id, state },
      },
      tx,
    )
    return { state }
  })
}

/** Opens a decided review again, with a reason; the former decisions stay readable. @throws Refusal 409 not_decided */
export async function reopenReview(
  id: string,
  note: string,
  actor: Actor,
  doer: Doer,
): Promise<{ state: ReviewState }> {
  return db().$transaction(async (tx) => {
    await lockReview(tx, id)
    const review = await loadReview(tx, id, actor)
    if (review.requestedById === actor.id) throw blockedRefusal('four_eyes_requester')
    if (review.state !== 'approved' && review.state !== 'rejected')
      throw new Refusal(409, 'not_decided', 'Only a decided item can be reopened.')
    await takeBack(
      tx,
      review,
      review.decisions.map((decision) => decision.id),
      'reopen',
      actor,
      note,
    )
    await moveTo(tx, review, 'todo')
    await record({ by: doer, action: 'review.reopened', object: { type: 'review', id } }, tx)
    return { state: 'todo' }
  })
}

async function takeBack(
  tx: Tx,
  review: LoadedReview,
  ids: string[],
  kind: 'undo' | 'reopen',
  actor: Actor,
  note: string | null,
) {
  await tx.decision.updateMany({ where: { id: { in: ids } }, data: { undoneAt: new Date() } })
  await tx.decision.create({
    data: { reviewId: review.id, kind, note, decidedById: actor.id, evidenceHash: review.evidenceHash },
  })
}
