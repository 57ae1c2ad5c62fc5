import 'server-only'
import { PERIOD_DAYS, type RecentPeriod } from '@/lib/history/filters'
import type { HistoryInput } from '@/lib/history/search'
import { todaySql } from '@/lib/platform/days/days.server'
import { db, Prisma } from '@/lib/platform/db.server'
import { selectOne, text } from '@/lib/platform/sql/select.server'

type Filters = HistoryInput['filters']

/** SQL for the first day of a period that ends today, in TIME_ZONE. */
export const firstDayOf = (period: RecentPeriod): Prisma.Sql =>
  Prisma.sql`(${todaySql()} - ${PERIOD_DAYS[period] - 1}::int)`

/** The same filters with a first day instead of a period, for what must not change at midnight. */
export async function fixPeriod({ period, ...filters }: Filters): Promise<Filters> {
  if (!period) return filters
  const { day } = await selectOne(
    db(),
    { day: text },
    Prisma.sql`select greatest(${firstDayOf(period)}, ${filters.from ?? null}::date)::text as day`,
  )
  return { ...filters, from: day }
}
