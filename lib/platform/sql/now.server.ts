import 'server-only'
import { type Db, Prisma } from '@/lib/platform/db.server'
import { date, selectOne } from '@/lib/platform/sql/select.server'

/** The time of the database, which all processes share: the clock of a host may be hours off. */
export const databaseNow = async (on: Db): Promise<Date> =>
  (await selectOne(on, { at: date }, Prisma.sql`select clock_timestamp() as at`)).at
