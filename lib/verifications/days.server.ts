import 'server-only'
import { type Actor, seesAll } from '@/lib/auth/roles'
import { db, Prisma } from '@/lib/platform/db.server'
import { env } from '@/lib/platform/env.server'
import { OUTCOMES, type Outcome, outcomeOf } from '@/lib/verifications/outcome'

/** How the checks of one day of TIME_ZONE ended. `day` as in 2026-11-21. */
export type DayCounts = { day: string; counts: Record<Outcome, number> }

const none = (): Record<Outcome, number> =>
  Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>

/** The last days, oldest first, today last; a day without checks has zeros. Analysts count their own, others all. */
export async function countDays(
  actor: Actor,
  environment: 'live' | 'sandbox',
  days: number,
): Promise<DayCounts[]> {
  const zone = env().TIME_ZONE
  const own = seesAll(actor) ? Prisma.empty : Prisma.sql`and v.requested_by_id = ${actor.id}::uuid`
  const rows = await db().$queryRaw<({ day: string; count: number } & Parameters<typeof outcomeOf>[0])[]>`
    select d.day::date::text as day, v.status, v.match_result as "matchResult", count(v.id)::int as count
      from generate_series(date_trunc('day', now() at time zone ${zone}) - make_interval(days => ${days - 1}::int),
                           date_trunc('day', now() at time zone ${zone}), interval '1 day') as d(day)
      left join verifications v on v.environment = ${environment}::environment
           and v.created_at >= d.day at time zone ${zone}
           and v.created_at < (d.day + interval '1 day') at time zone ${zone} ${own}
     group by d.day, v.status, v.match_result order by d.day`
  const found = new Map<string, Record<Outcome, number>>()
  for (const { day, count, ...check } of rows) {
    const counts = found.get(day) ?? none()
    if (count > 0) counts[outcomeOf(check)] += count
    found.set(day, counts)
  }
  return [...found].map(([day, counts]) => ({ day, counts }))
}
