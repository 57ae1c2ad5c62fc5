import 'server-only'
import { db, Prisma } from '@/lib/platform/db.server'
import { int4, selectOne } from '@/lib/platform/sql/select.server'

export type Readiness = { ready: boolean; database: boolean; migrations: boolean; worker: boolean }

/** SQL: how many workers have sent a heartbeat recently. */
export const LIVE_WORKERS = Prisma.sql`(select count(*)::int from worker_heartbeats where seen_at > now() - interval '30 seconds')`

/** Whether there is a live worker. Without one, files wait. */
export async function hasLiveWorker(): Promise<boolean> {
  const { workers } = await selectOne(db(), { workers: int4 }, Prisma.sql`select ${LIVE_WORKERS} as workers`)
  return workers > 0
}

/** Never throws: an unavailable database is a state, not an error. */
export async function readiness(): Promise<Readiness> {
  try {
    const { unfinished, workers } = await selectOne(
      db(),
      { unfinished: int4, workers: int4 },
      Prisma.sql`
      select (select count(*)::int from _prisma_migrations where finished_at is null and rolled_back_at is null) as unfinished,
             ${LIVE_WORKERS} as workers`,
    )
    const migrations = unfinished === 0
    const worker = workers > 0
    return { ready: migrations && worker, database: true, migrations, worker }
  } catch {
    return { ready: false, database: false, migrations: false, worker: false }
  }
}
