import 'server-only'
import { db, Prisma } from '@/lib/platform/db.server'
import { bool, int8, selectOne } from '@/lib/platform/sql/select.server'

export type Readiness = { ready: boolean; database: boolean; migrations: boolean; worker: boolean }

const WORKER_SILENT_AFTER = '30 seconds'

/** Whether any worker has sent a heartbeat recently. Without one, files wait. */
export async function hasLiveWorker(): Promise<boolean> {
  const { heard } = await selectOne(
    db(),
    { heard: bool },
    Prisma.sql`
    select exists (select from worker_heartbeats where seen_at > now() - ${WORKER_SILENT_AFTER}::interval) as heard`,
  )
  return heard
}

/** Never throws: an unavailable database is a state, not an error. */
export async function readiness(): Promise<Readiness> {
  try {
    const { unfinished, workers } = await selectOne(
      db(),
      { unfinished: int8, workers: int8 },
      Prisma.sql`
      select (select count(*) from _prisma_migrations where finished_at is null and rolled_back_at is null) as unfinished,
             (select count(*) from worker_heartbeats where seen_at > now() - ${WORKER_SILENT_AFTER}::interval) as workers`,
    )
    const migrations = unfinished === 0n
    const worker = workers > 0n
    return { ready: migrations && worker, database: true, migrations, worker }
  } catch {
    return { ready: false, database: false, migrations: false, worker: false }
  }
}
