import 'server-only'
import { z } from 'zod'
import { type Actor, hasRole } from '@/lib/auth/roles'
import { lockAccess } from '@/lib/keys/still-authorised.server'
import { type Db, lockOf, Prisma, type Tx, takeLocks } from '@/lib/platform/db.server'
import { notFound } from '@/lib/platform/refusal'
import { setting } from '@/lib/platform/settings.server'
import { date, selectOne } from '@/lib/platform/sql/select.server'
import { readInvolved } from '@/lib/reviews/involved.server'
import { DEFAULT_POLICY, type Policy, type StandingDecision } from '@/lib/reviews/policy'
import { DEFAULT_MEMORY_MONTHS, memoryMonths, policySchema } from '@/lib/reviews/settings'

export const policySetting = setting('reviews.policy', policySchema, DEFAULT_POLICY)
export const readPolicy = policySetting.read

/** Whether an approval requires its reason, instead of taking the suggested one. */
export const askReasonSetting = setting('reviews.ask_reason', z.boolean(), false)
export const readAskReason = askReasonSetting.read

/** How many months a decision is remembered. */
export const memorySetting = setting('reviews.memory_months', memoryMonths, DEFAULT_MEMORY_MONTHS)
export const readMemoryMonths = memorySetting.read

/** Reviewers see every review, others those of their own checks. */
export const seesReview = (actor: Actor, { requestedById }: { requestedById: string }): boolean =>
  hasRole(actor, 'reviewer') || requestedById === actor.id

/** The same as a further SQL condition on the review `r`. */
export const ifSeen = (actor: Actor): Prisma.Sql =>
  hasRole(actor, 'reviewer') ? Prisma.empty : Prisma.sql`and r.requested_by_id = ${actor.id}::uuid`

/**
 * A review with its decisions that were not undone, oldest first, and the people who don't decide it. `now`: by the
 * database's clock, because the clocks of hosts differ, and later than all decisions so far.
 * @throws Refusal 404, also when the actor may not see it
 */
export async function loadReview(on: Db, id: string, actor: Actor) {
  const review = await on.review.findUnique({
    where: { id },
    include: {
      decisions: { orderBy: { createdAt: 'asc' } },
      verification: { select: { purgedAt: true } },
    },
  })
  if (!review || !seesReview(actor, review)) throw notFound()
  const standing = review.decisions.filter(
    (decision) => decision.undoneAt === null && decision.kind !== 'undo' && decision.kind !== 'reopen',
  ) as (StandingDecision & (typeof review.decisions)[number])[]
  const { now } = await selectOne(
    on,
    { now: date },
    Prisma.sql`
    select greatest(clock_timestamp(), max(created_at) + interval '1 millisecond') as now
      from decisions where review_id = ${id}::uuid`,
  )
  return { ...review, decisions: standing, ...(await readInvolved(on, review.verificationId)), now }
}

export type LoadedReview = Awaited<ReturnType<typeof loadReview>>

/** How many people must decide this review: from its rule, else from the general policy. */
export const policyOf = async (on: Db, review: { policy: Policy | null }): Promise<Policy> =>
  review.policy ?? (await readPolicy(on))

/** Serialises changes of the rules and the general policy. */
export const rulesLock = lockOf('review rules')

/** The same as `policyOf` for a decision: the general policy changes only after the transaction. */
export async function lockPolicyOf(tx: Tx, review: { policy: Policy | null }): Promise<Policy> {
  if (review.policy === null) await takeLocks(tx, [{ ...rulesLock, shared: true }])
  return policyOf(tx, review)
}

/**
 * Locks the rows of reviews for what a person does to them, in ID order so that concurrent reviewers don't deadlock.
 * @throws Refusal 401 session_required | key_invalid when access ended before the rows were free
 */
export async function lockReviews(tx: Tx, ids: string[], actor: Actor): Promise<void> {
  const lock = Prisma.sql`select 1 from reviews where id = any(${ids}::uuid[]) order by id for update`
  await lockAccess(tx, actor, () => tx.$executeRaw(lock))
}
