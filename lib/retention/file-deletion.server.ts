import 'server-only'
import { db, Prisma } from '@/lib/platform/db.server'
import { env } from '@/lib/platform/env.server'
import { date, selectOne } from '@/lib/platform/sql/select.server'
import { readPeriods } from '@/lib/retention/cutoff.server'
import { NIGHT_HOUR } from '@/lib/retention/periods'

/**
 * When the original file of an upload will be deleted, by the periods in force (`purgeOriginals`). A legal hold keeps
 * it longer.
 * @returns the start of that nightly run, ISO 8601
 */
export async function fileDeletionOf({ createdAt }: { createdAt: string }): Promise<string> {
  const { originalDays, resultMonths } = await readPeriods()
  const zone = env().TIME_ZONE
  const { at } = await selectOne(
    db(),
    { at: date },
    Prisma.sql`
    select (least(day + ${originalDays}::int, (day + make_interval(months => ${resultMonths}::int))::date) + 1
              + make_interval(hours => ${NIGHT_HOUR}::int)) at time zone ${zone} as at
      from (select (${createdAt}::timestamptz at time zone ${zone})::date as day) created`,
  )
  return at.toISOString()
}
