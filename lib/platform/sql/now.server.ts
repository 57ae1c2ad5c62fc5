import 'server-only'
import { Prisma, poolExecutor } from '@/lib/platform/db.server'
import { date, type Executor, selectOne } from '@/lib/platform/sql/select.server'

/** The time of the database, which all processes share: the clock of a host may be hours off. */
export const databaseNow = async (on: Executor): Promise<Date> =>
  (await selectOne(on, { at: date }, Prisma.sql`select clock_timestamp() as at`)).at

/** The same for a page, which is also shown while there is no database: then by the clock of this process. */
export const pageNow = (on: Executor = poolExecutor): Promise<Date> => databaseNow(on).catch(() => new Date())
