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
export function dayStart(day: string, plus = 0): Prisma.Sql {
  const zone = env().TIME_ZONE
  const date = Prisma.sql`(${day}::date + ${plus}::int)`
  const last = Prisma.sql`(${date}::timestamp at time zone ${zone})`
  const first = Prisma.sql`(${last} - interval '1 hour')`
  return Prisma.sql`(case when (${first} at time zone ${zone})::date = ${date} then ${first} else ${last} end)`
}
