import 'server-only'
import { dateOf } from '@/lib/platform/days/days.server'
import { db, Prisma } from '@/lib/platform/db.server'
import { env } from '@/lib/platform/env.server'
import { bool, date, selectOne } from '@/lib/platform/sql/select.server'
import { readPeriods } from '@/lib/retention/cutoff.server'
import { HAS_OPEN_RUN } from '@/lib/retention/payments/due.server'
import { NIGHT_HOUR } from '@/lib/retention/periods'
import type { FileDeletion } from '@/lib/retention/view'

/**
 * When the original file of an upload will be deleted, by the periods in force (`purgeOriginals`), and whether an open
 * payment run keeps it beyond that. A legal hold keeps it longer.
 */
export async function fileDeletionOf({
  id,
  createdAt,
}: {
  id: string
  createdAt: string
}): Promise<FileDeletion> {
  const { originalDays, resultMonths } = await readPeriods()
  const zone = env().TIME_ZONE
  const { at, open } = await selectOne(
    db(),
    { at: date, open: bool },
    Prisma.sql`
    select (min(night) + make_interval(hours => ${NIGHT_HOUR}::int)) at time zone ${zone} as at,
           exists (select from uploads u where u.id = ${id}::uuid and ${HAS_OPEN_RUN}) as open
      from (select ${dateOf(Prisma.sql`${createdAt}::timestamptz`)} as day) created,
           generate_series(day, day + make_interval(days => ${originalDays}::int + 1), interval '1 day') night
     where day < night - make_interval(days => ${originalDays}::int)
        or day < night - make_interval(months => ${resultMonths}::int)`,
  )
  return { at: at.toISOString(), open }
}
