import 'server-only'
import type { Actor } from '@/lib/auth/roles'
import { db } from '@/lib/platform/db.server'
import { notify } from '@/lib/platform/notify.server'
import { Refusal } from '@/lib/platform/refusal'
import { loadReview, lockReview } from '@/lib/reviews/load.server'
import { whyBlocked } from '@/lib/reviews/policy'
import { blockedRefusal } from '@/lib/reviews/refusals'

const CLAIM_MINUTES = 10

/**
 * Claims an open review for ten minutes; again by the same person renews it.
 * @returns until when. @throws Refusal 409 already_decided | claimed_by_other, 403 four_eyes
 */
export async function claimReview(id: string, actor: Actor): Promise<{ claimedUntil: string }> {
  return db().$transaction(async (tx) => {
    await lockReview(tx, id)
    const review = await loadReview(tx, id, actor)
    const blocked = whyBlocked(review, actor.id, new Date())
    if (blocked) throw blockedRefusal(blocked)
    const claimedUntil = new Date(Date.now() + CLAIM_MINUTES * 60_000)
    await tx.review.update({ where: { id }, data: { claimedById: actor.id, claimedUntil } })
    await notify(tx, { topic: 'review', environment: review.environment })
    return { claimedUntil: claimedUntil.toISOString() }
  })
}

/** Gives a claim back, for example when the reader skips the item. Somebody else's claim stays. */
export async function releaseReview(id: string, actor: Actor): Promise<void> {
  const released = await db().review.updateMany({
    where: { id, claimedById: actor.id },
    data: { claimedById: null, claimedUntil: null },
  })
  if (released.count === 0) throw new Refusal(409, 'not_claimed', 'You do not hold this item.')
}
