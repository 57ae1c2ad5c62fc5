import 'server-only'
import { type Actor, seesMasked } from '@/lib/auth/roles'
import { dayStart } from '@/lib/platform/days/days.server'
import { db, Prisma } from '@/lib/platform/db.server'
import { env } from '@/lib/platform/env.server'
import { setting } from '@/lib/platform/settings.server'
import { bool, date, type RowOf, selectOne, text } from '@/lib/platform/sql/select.server'
import { DEFAULT_PERIODS, NIGHT_HOUR, type Periods } from '@/lib/retention/periods'
import { periodsInput } from '@/lib/retention/schema'

/** Records created before these moments are due. */
const CUTOFFS = { checks: date, originals: date, records: date }
export type Cutoffs = RowOf<typeof CUTOFFS>

/** The periods in force. */
export const periodsSetting = setting('retention.periods', periodsInput, DEFAULT_PERIODS)
export const readPeriods = periodsSetting.read

/**
 * The cutoffs as of a day in TIME_ZONE. Periods are whole days, also across clock changes and months of different
 * lengths.
 */
export function cutoffsOf(periods: Periods, day: string, plusDays = 0): Promise<Cutoffs> {
  const night = Prisma.sql`${day}::date + ${plusDays}::int`
  return selectOne(
    db(),
    CUTOFFS,
    Prisma.sql`
    select ${dayStart(Prisma.sql`${night} - make_interval(months => ${periods.resultMonths}::int)`)} as checks,
           ${dayStart(Prisma.sql`${night} - make_interval(years => ${periods.recordYears}::int)`)} as records,
           ${dayStart(Prisma.sql`${night} - ${periods.originalDays}::int`)} as originals`,
  )
}

/** Exports mask names and IBANs of checks created before this moment; null when masking is off. */
export async function maskedBefore(): Promise<Date | null> {
  const periods = await readPeriods()
  if (periods.maskMonths === null) return null
  const { today } = await nightlySchedule()
  return (await cutoffsOf({ ...periods, resultMonths: periods.maskMonths }, today)).checks
}

/** Whether exports of data created then hide names and IBANs from this person: by role, or by age from everybody. */
export async function isMaskedExport(actor: Pick<Actor, 'roles'>, createdAt: Date): Promise<boolean> {
  if (seesMasked(actor)) return true
  const before = await maskedBefore()
  return before !== null && createdAt < before
}

/** Today in TIME_ZONE, whether tonight's run is due already, and the day of the next run. */
export function nightlySchedule(): Promise<{ today: string; due: boolean; next: string }> {
  const zone = env().TIME_ZONE
  return selectOne(
    db(),
    { today: text, due: bool, next: text },
    Prisma.sql`
    select n.local::date::text as today, extract(hour from n.local) >= ${NIGHT_HOUR}::int as due,
           (n.local - make_interval(hours => ${NIGHT_HOUR}::int) + interval '1 day')::date::text as next
      from (select now() at time zone ${zone} as local) n`,
  )
}
