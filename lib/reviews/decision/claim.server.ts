import 'server-only'
import { record } from '@/lib/audit/record.server'
import type { Actor, RequestedBy } from '@/lib/auth/roles'
import { db, type Tx } from '@/lib/platform/db.server'
import { notify } from '@/lib/platform/queue/notify.server'
import { Refusal } from '@/lib/platform/refusal'
import { type LoadedReview, loadReview, lockReviews } from '@/lib/reviews/load.server'
import { blockReasonOf, CLAIM_MS, claimHolder } from '@/lib/reviews/policy'
import { blockedRefusal } from '@/lib/reviews/refusals'

/** How many claims, and how many take-overs, the timeline of a review keeps. */
const MAX_KEPT = 200

/**
 * Claims an open review for ten minutes; claiming it again renews the claim. A new claim is recorded in the timeline
 * until that has two hundred, a renewal is not.
 * @returns the end of the claim, ISO 8601
 * @throws Refusal 409 already_decided | claimed_by_other, 403 four_eyes
 */
export async function claimReview(id: string, actor: Actor): Promise<{ claimedUntil: string }> {
  return db().$transaction(async (tx) => {
    await lockReviews(tx, [id], actor)
    const review = await loadReview(tx, id, actor)
    const blocked = blockReasonOf(review, actor.id, review.now)
    if (blocked) throw blockedRefusal(blocked)
    if (claimHolder(review, review.now) !== actor.id && !(await isFull(tx, id, 'claimed')))
      await tx.reviewEvent.create({
        data: { reviewId: id, kind: 'claimed', byId: actor.id, createdAt: review.now },
      })
    return hold(tx, review, actor)
  })
}

/**
 * Takes over a review that somebody else has claimed. The timeline keeps the reason; the audit log names both people.
 * @throws Refusal 409 already_decided | not_claimed | too_many_take_overs, 403 four_eyes
 */
export async function takeOver(
  id: string,
  reason: string,
  { actor, auditActor }: RequestedBy,
): Promise<{ claimedUntil: string }> {
  return db().$transaction(async (tx) => {
    await lockReviews(tx, [id], actor)
    const review = await loadReview(tx, id, actor)
    const blocked = blockReasonOf({ ...review, claimedById: null }, actor.id, review.now)
    if (blocked) throw blockedRefusal(blocked)
    const from = claimHolder(review, review.now)
    if (from === null || from === actor.id)
      throw new Refusal(409, 'not_claimed', 'Nobody else has claimed this item.')
    if (await isFull(tx, id, 'taken_over'))
      throw new Refusal(
        409,
        'too_many_take_overs',
        `This item was taken over ${MAX_KEPT} times. Wait until the claim ends.`,
      )
    await tx.reviewEvent.create({
      data: { reviewId: id, kind: 'taken_over', byId: actor.id, note: reason, createdAt: review.now },
    })
    const held = await hold(tx, review, actor)
    await record(
      { by: auditActor, action: 'review.taken_over', object: { type: 'review', id }, details: { from } },
      tx,
    )
    return held
  })
}

const isFull = async (tx: Tx, reviewId: string, kind: 'claimed' | 'taken_over'): Promise<boolean> =>
  (await tx.reviewEvent.count({ where: { reviewId, kind } })) >= MAX_KEPT

async function hold(tx: Tx, review: LoadedReview, actor: Actor): Promise<{ claimedUntil: string }> {
  const claimedUntil = new Date(review.now.getTime() + CLAIM_MS)
  await tx.review.update({ where: { id: review.id }, data: { claimedById: actor.id, claimedUntil } })
  await notify(tx, { topic: 'review', environment: review.environment })
  return { claimedUntil: claimedUntil.toISOString() }
}

/** Releases one's own claim, for example when the reviewer skips the item. Other people's claims stay. */
export async function releaseReview(id: string, actor: Actor): Promise<void> {
  const [review] = await db().review.updateManyAndReturn({
    where: { id, claimedById: actor.id },
    data: { claimedById: null, claimedUntil: null },
    select: { environment: true },
  })
  if (!review) throw new Refusal(409, 'not_claimed', 'You haven’t claimed this item.')
  await notify(db(), { topic: 'review', environment: review.environment })
}
