import 'server-only'
import { type AuditEvent, record } from '@/lib/audit/record.server'
import type { Actor, RequestedBy } from '@/lib/auth/roles'
import { assertMayDecide } from '@/lib/auth/second-person.server'
import { db, type Tx } from '@/lib/platform/db.server'
import { Refusal } from '@/lib/platform/refusal'
import { updateReviewState } from '@/lib/reviews/decision/decide.server'
import { refuseDecision } from '@/lib/reviews/decision/four-eyes.server'
import { type LoadedReview, loadReview, lockPolicyOf, lockReviews } from '@/lib/reviews/load.server'
import { involvementOf, type StoredReviewState, stateAfter, UNDO_MS } from '@/lib/reviews/policy'
import { assertKept, blockedRefusal } from '@/lib/reviews/refusals'

/**
 * Undoes one's own last decision within five minutes, unless somebody acted after it. Adds an entry and deletes none.
 * @throws Refusal 409 undo_too_late | verification_purged
 */
export async function undoDecision(id: string, by: RequestedBy): Promise<{ state: StoredReviewState }> {
  return db()
    .$transaction(async (tx) => {
      await lockReviews(tx, [id], by.actor)
      const { done, event } = await undoLastDecision(tx, { id }, by)
      await record(event, tx)
      return done
    })
    .catch(refuseDecision)
}

/**
 * Undoes one decision in a transaction that has locked the review. The caller appends `event` to the audit log, last.
 * @param decisionId the decision that must still be the last one; omitted: the last one, whichever it is
 * @throws Refusal 404, 409 undo_too_late | verification_purged
 */
export async function undoLastDecision(
  tx: Tx,
  { id, decisionId }: { id: string; decisionId?: string },
  { actor, auditActor }: RequestedBy,
): Promise<{ done: { state: StoredReviewState }; event: AuditEvent }> {
  const review = await loadReview(tx, id, actor)
  assertKept(review)
  const last = review.decisions.at(-1)
  if (!last || review.state === 'superseded' || !isUndoable(last, review.now, actor, decisionId ?? last.id))
    throw new Refusal(409, 'undo_too_late', 'This decision can no longer be undone. Reopen it with a reason.')
  await markUndone(tx, review, [last.id], 'undo', actor, null)
  const state = stateAfter(review.decisions.slice(0, -1), await lockPolicyOf(tx, review))
  await updateReviewState(tx, review, state)
  const details = { decisionId: last.id, state }
  return {
    done: { state },
    event: { by: auditActor, action: 'review.undone', object: { type: 'review', id }, details },
  }
}

const isUndoable = (
  last: LoadedReview['decisions'][number],
  now: Date,
  actor: Actor,
  decisionId: string,
): boolean =>
  last.id === decisionId &&
  last.decidedById === actor.id &&
  last.createdAt.getTime() >= now.getTime() - UNDO_MS

/**
 * Reopens a decided review with a reason; earlier decisions stay readable. People can also reopen what a rule decided,
 * and rules then leave the item alone.
 * @throws Refusal 403 four_eyes | decides_later, 409 not_decided | verification_purged
 */
export async function reopenReview(
  id: string,
  note: string,
  { actor, auditActor }: RequestedBy,
): Promise<{ state: StoredReviewState }> {
  return db()
    .$transaction(async (tx) => {
      await lockReviews(tx, [id], actor)
      const review = await loadReview(tx, id, actor)
      assertKept(review)
      await assertMayDecide(actor.id, tx)
      const involvement = involvementOf(review, actor.id)
      if (involvement) throw blockedRefusal(involvement)
      if (review.state !== 'approved' && review.state !== 'rejected')
        throw new Refusal(409, 'not_decided', 'Only a decided item can be reopened.')
      const all = review.decisions.map((decision) => decision.id)
      await markUndone(tx, review, all, 'reopen', actor, note)
      await updateReviewState(tx, review, 'todo')
      await record({ by: auditActor, action: 'review.reopened', object: { type: 'review', id } }, tx)
      return { state: 'todo' as const }
    })
    .catch(refuseDecision)
}

async function markUndone(
  tx: Tx,
  review: LoadedReview,
  ids: string[],
  kind: 'undo' | 'reopen',
  actor: Actor,
  note: string | null,
) {
  const { id: reviewId, evidenceHash, now } = review
  await tx.decision.updateMany({ where: { id: { in: ids } }, data: { undoneAt: now } })
  await tx.decision.create({
    data: { reviewId, kind, note, decidedById: actor.id, evidenceHash, createdAt: now },
  })
}
