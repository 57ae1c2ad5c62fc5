import 'server-only'
import { z } from 'zod'
import { type Actor, hasRole } from '@/lib/auth/roles'
import { type Db, Prisma } from '@/lib/platform/db.server'
import { notFound } from '@/lib/platform/refusal'
import { readSetting } from '@/lib/platform/settings.server'
import { date, selectOne } from '@/lib/platform/sql/select.server'
import { readInvolved } from '@/lib/reviews/involved.server'
import { DEFAULT_POLICY, type Policy, type StandingDecision } from '@/lib/reviews/policy'
import { ASK_SETTING, POLICY_SETTING, policySchema } from '@/lib/reviews/settings'

export const readPolicy = (on?: Db): Promise<Policy> =>
  readSetting(POLICY_SETTING, policySchema, DEFAULT_POLICY, on)

/** Whether an approval requires a reason. */
export const readAskReason = (on?: Db): Promise<boolean> => readSetting(ASK_SETTING, z.boolean(), false, on)

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
  if (!review || !(hasRole(actor, 'reviewer') || review.requestedById === actor.id)) throw notFound()
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

/** Locks the rows of reviews, in ID order so that concurrent reviewers don't deadlock. */
export async function lockReviews(on: Db, ids: string[]): Promise<void> {
  await on.$executeRaw`select 1 from reviews where id = any(${ids}::uuid[]) order by id for update`
}
