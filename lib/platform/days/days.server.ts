import 'server-only'
import { Prisma } from '@/lib/platform/db.server'
import { env } from '@/lib/platform/env.server'

/** The day of TIME_ZONE, such as 2026-11-21, for file names. */
export const officeDay = (when = new Date()): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: env().TIME_ZONE }).format(when)

/**
 * SQL for the start of a day of TIME_ZONE, `plus` days later. Where a DST change repeats midnight, it's the first
 * one.
 */
export const dayStart = (day: string, plus = 0): Prisma.Sql =>
  startOf(Prisma.sql`(${day}::date + ${plus}::int)`)

/** The same for the day of `now`. */
export const todayStart = (now = Prisma.sql`now()`): Prisma.Sql =>
  startOf(Prisma.sql`(${now} at time zone ${env().TIME_ZONE})::date`)

/** The same for the first day of the month of `now`, or of the month `back` months before it. */
export const monthStart = (back = 0, now = Prisma.sql`now()`): Prisma.Sql =>
  startOf(
    Prisma.sql`(date_trunc('month', ${now} at time zone ${env().TIME_ZONE}) - make_interval(months => ${back}::int))::date`,
  )

function startOf(date: Prisma.Sql): Prisma.Sql {
  const zone = env().TIME_ZONE
  const last = Prisma.sql`(${date}::timestamp at time zone ${zone})`
  const first = Prisma.sql`(${last} - interval '1 hour')`
  return Prisma.sql`(case when (${first} at time zone ${zone})::date = ${date} then ${first} else ${last} end)`
}
