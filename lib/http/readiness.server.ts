import 'server-only'
import { db } from '@/lib/platform/db.server'

export type Readiness = { ready: boolean; database: boolean; migrations: boolean; worker: boolean }

const WORKER_SILENT_AFTER = '30 seconds'

/** Has any worker been heard of late? Without one, files wait. */
export async function workerHeard(): Promise<boolean> {
  const [row] = await db().$queryRaw<{ heard: boolean }[]>`
    select exists (select from worker_heartbeats where seen_at > now() - ${WORKER_SILENT_AFTER}::interval) as heard`
  return row?.heard === true
}

/** Never throws: a database that does not answer is a state, not a bug. */
export async function readiness(): Promise<Readiness> {
  try {
    const [row] = await db().$queryRaw<{ unfinished: bigint; workers: bigint }[]>`
      select (select count(*) from _prisma_migrations where finished_at is null and rolled_back_at is null) as unfinished,
             (select count(*) from worker_heartbeats where seen_at > now() - ${WORKER_SILENT_AFTER}::interval) as workers`
    const migrations = row?.unfinished === 0n
    const worker = (row?.workers ?? 0n) > 0n
    return { ready: migrations && worker, database: true, migrations, worker }
  } catch {
    return { ready: false, database: false, migrations: false, worker: false }
  }
}
