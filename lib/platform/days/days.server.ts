import 'server-only'
import { Prisma } from '@/lib/platform/db.server'
import { env } from '@/lib/platform/env.server'

/** The day of TIME_ZONE, such as 2026-11-21, for file names. */
export const officeDay = (when = new Date()): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: env().TIME_ZONE }).format(when)

/** SQL for the date of a moment in TIME_ZONE. */
export const dateOf = (moment: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(${moment} at time zone ${env().TIME_ZONE})::date`

/** SQL for today's date in TIME_ZONE. */
export const todaySql = (): Prisma.Sql => dateOf(Prisma.sql`now()`)

/**
 * SQL for the start of a day of TIME_ZONE, `plus` days later. Where a DST change repeats midnight, it's the first
 * one.
 * @param day a date as text, or SQL for one
 */
export function dayStart(day: string | Prisma.Sql, plus = 0): Prisma.Sql {
  const date = Prisma.sql`((${day})::date + ${plus}::int)`
  const last = Prisma.sql`(${date}::timestamp at time zone ${env().TIME_ZONE})`
  const first = Prisma.sql`(${last} - interval '1 hour')`
  return Prisma.sql`(case when ${dateOf(first)} = ${date} then ${first} else ${last} end)`
}

/** The same for the day of `now`. */
export const todayStart = (now = Prisma.sql`now()`): Prisma.Sql => dayStart(dateOf(now))

/** The same for the first day of the month of `now`, or of the month `back` months before it. */
export const monthStart = (back = 0, now = Prisma.sql`now()`): Prisma.Sql =>
  dayStart(Prisma.sql`date_trunc('month', ${dateOf(now)}::timestamp) - make_interval(months => ${back}::int)`)
