import 'server-only'
import { type Actor, seesAll } from '@/lib/auth/roles'
import { ask, db, mayTake, PREPARED, Prisma } from '@/lib/platform/db.server'
import { env } from '@/lib/platform/env.server'
import { OUTCOMES, type Outcome, outcomeOf } from '@/lib/verifications/outcome'

/** How the checks of one day of TIME_ZONE ended. `day` as in 2026-11-21. */
export type DayCounts = { day: string; counts: Record<Outcome, number> }

const none = (): Record<Outcome, number> =>
  Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>

/**
 * The last days, oldest first, today last; a day without checks has zeros. Analysts count their own, others all. Read from
 * the counts that triggers keep, never from the checks: a month of a million takes as long as a month of a hundred.
 */
export async function countDays(
  actor: Actor,
  environment: 'live' | 'sandbox',
  days: number,
): Promise<DayCounts[]> {
  const zone = env().TIME_ZONE
  const own = seesAll(actor) ? Prisma.empty : Prisma.sql`and c.requested_by_id = ${actor.id}::uuid`
  const rows = await ask<
    { day: string; count: number } & Parameters<typeof outcomeOf>[0]
  >(Prisma.sql`${PREPARED}
    with days as (
      select (now() at time zone ${zone})::date - back as day from generate_series(0, ${days - 1}::int) back)
    select d.day::text, c.status, c.match_result as "matchResult", coalesce(sum(c.count), 0)::int as count
      from days d left join outcome_counts c on c.environment = ${environment}::environment and c.day = d.day::text ${own}
     group by d.day, c.status, c.match_result order by d.day`)
  const found = new Map<string, Record<Outcome, number>>()
  for (const { day, count, ...check } of rows) {
    const counts = found.get(day) ?? none()
    if (count > 0) counts[outcomeOf(check)] += count
    found.set(day, counts)
  }
  return [...found].map(([day, counts]) => ({ day, counts }))
}

/** Lets the counts follow the days of TIME_ZONE: when the setting has changed, everything is counted once more. */
export async function followTimeZone(zone = env().TIME_ZONE): Promise<void> {
  await db().$transaction(
    async (tx) => {
      await mayTake(tx, 600)
      await tx.$executeRaw`select outcome_counts_recount(${zone}) from calendar where time_zone <> ${zone}`
    },
    { timeout: 600_000 },
  )
}

/** Adds the differences of the last while to the counts of their days. Nothing that is read changes by it. */
export const foldCounts = (): Promise<number> =>
  db().$executeRaw`
    with fresh as (
      delete from outcome_counts where not folded returning *
    ), before as (
      delete from outcome_counts c using (select distinct environment, day, requested_by_id from fresh) f
       where c.folded and (c.environment, c.day, c.requested_by_id) = (f.environment, f.day, f.requested_by_id) returning c.*)
    insert into outcome_counts (environment, day, requested_by_id, status, match_result, count, folded)
    select environment, day, requested_by_id, status, match_result, sum(count), true
      from (select * from fresh union all select * from before) counted
     group by 1, 2, 3, 4, 5 having sum(count) <> 0`
