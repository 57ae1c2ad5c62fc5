import 'server-only'
import type { z } from 'zod'
import { dateOf, dayStart } from '@/lib/platform/days/days.server'
import { db, Prisma } from '@/lib/platform/db.server'
import { float8, type RowOf, select, text, uuid } from '@/lib/platform/sql/select.server'
import { type ledgerQuerySchema, wholePeriod } from '@/lib/usage/reconcile.server'
import type { SpendingView, SpentBy } from '@/lib/usage/view'

const ROW = {
  day: text.or(null),
  personId: uuid.or(null),
  name: text.or(null),
  single: float8,
  bulk: float8,
  api: float8,
  total: float8,
}

/**
 * Credits spent in a period by our ledger, by day in TIME_ZONE and by person, each split by the source of the checks.
 * Both tables have the same sum. Lines that retention aggregated appear on the first day of their month, without a
 * person.
 */
export async function readSpending(query: z.infer<typeof ledgerQuerySchema>): Promise<SpendingView> {
  const { from, to } = await wholePeriod(query)
  const rows = await select(
    db(),
    ROW,
    Prisma.sql`
    select s.day, s.user_id as "personId", u.name, coalesce(sum(credits) filter (where source = 'single'), 0)::float8 as single,
           coalesce(sum(credits) filter (where source = 'bulk'), 0)::float8 as bulk,
           coalesce(sum(credits) filter (where source = 'api'), 0)::float8 as api, sum(credits)::float8 as total
      from (select ${dateOf(Prisma.sql`c.at`)}::text as day, c.user_id, -c.amount as credits,
                   case when c.kind = 'bulk' then 'bulk' else coalesce(v.source::text, 'single') end as source
              from credit_entries c left join attempts a on a.id = c.attempt_id
              left join verifications v on v.id = a.verification_id
             where c.kind in ('check', 'bulk') and c.at >= ${dayStart(from)} and c.at < ${dayStart(to, 1)}) s
      left join users u on u.id = s.user_id
     group by grouping sets ((s.day), (s.user_id, u.name))
    having sum(credits) <> 0
     order by s.day desc nulls last, total desc, u.name`,
  )
  const spent = ({ single, bulk, api, total }: RowOf<typeof ROW>): SpentBy => ({ single, bulk, api, total })
  const days = rows.filter((row) => row.day !== null)
  const people = rows.filter((row) => row.day === null)
  return {
    from,
    to,
    total: sumOf(days),
    byDay: days.map((row) => ({ day: row.day as string, ...spent(row) })),
    byPerson: people.map((row) => ({
      person: row.personId === null ? null : { id: row.personId, name: row.name ?? '' },
      ...spent(row),
    })),
  }
}

const sumOf = (rows: SpentBy[]): SpentBy =>
  rows.reduce(
    (sum, { single, bulk, api, total }) => ({
      single: sum.single + single,
      bulk: sum.bulk + bulk,
      api: sum.api + api,
      total: sum.total + total,
    }),
    { single: 0, bulk: 0, api: 0, total: 0 },
  )
