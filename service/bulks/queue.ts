import { PgBoss } from 'pg-boss'
import type { Institution } from '../banks/institution'
import type { Database } from '../database'
import { endLostSingles } from '../verifications/store'
import { type BulkLocks, createBulkLocks } from './locks'
import { processBulk } from './process'
import type { Enqueue } from './submit'

const QUEUE = 'bulk'
const CONCURRENT_BULKS = 4
const SWEEP_MS = 5000

export type BulkQueue = {
  enqueue: Enqueue
  /** Stops fetching work, waits for answers from the banks, and leaves the rest to the next process. */
  stop(): Promise<void>
}

function createBoss(url: string): PgBoss {
  const boss = new PgBoss({
    connectionString: url,
    schema: 'service_jobs',
    application_name: 'accord-service jobs',
    max: 2,
    // the owner creates the tables (scripts/prepare/database.mjs)
    migrate: false,
    createSchema: false,
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  })
  boss.on('error', (error) => console.error(`verification service, jobs: ${error.message}`))
  return boss
}

/**
 * Queues every unfinished bulk that no process works on. The queue's own retries start only after a dead process has
 * missed its heartbeat, and are limited, so our own table decides. At start all unfinished bulks at once; later those
 * that were begun, or that have waited for half a minute.
 */
async function sweep(
  database: Database,
  locks: BulkLocks,
  send: (bulkId: string) => Promise<void>,
  all: boolean,
) {
  await endLostSingles(database)
  const { rows } = await database.query<{ id: string }>(
    `SELECT id FROM service.bulks WHERE finished_at IS NULL
       AND ($1 OR queued_at < now() - CASE WHEN started_at IS NULL THEN interval '30 s' ELSE interval '5 s' END)
     ORDER BY created_at`,
    [all],
  )
  for (const { id } of rows) {
    if (!(await locks.tryAcquire(id))) continue
    await locks.release(id)
    await database.query('UPDATE service.bulks SET queued_at = now() WHERE id = $1', [id])
    await send(id)
  }
}

/** Calls `work` repeatedly, `ms` after the last call ended, until stopped. A failure is retried at the next call. */
function repeat(work: () => Promise<void>, ms: number): () => void {
  let timer: NodeJS.Timeout
  let stopped = false
  const run = () =>
    work()
      .catch((error: Error) => console.error(`verification service, sweep: ${error.message}`))
      .finally(() => {
        if (!stopped) timer = setTimeout(run, ms)
      })
  timer = setTimeout(run, ms)
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

/** Starts the durable queue: one job per bulk, taken over by another process when one dies. */
export async function startQueue(
  url: string,
  deps: { database: Database; institution: Institution },
): Promise<BulkQueue> {
  const stopping = new AbortController()
  const locks = createBulkLocks(url)
  const boss = createBoss(url)
  await boss.start()
  await boss.createQueue(QUEUE, {
    retryLimit: 10,
    heartbeatSeconds: 10,
    notify: true,
    deleteAfterSeconds: 3600,
  })

  async function work(bulkId: string) {
    if (stopping.signal.aborted || !(await locks.tryAcquire(bulkId))) return
    try {
      await processBulk(deps, bulkId, stopping.signal)
    } finally {
      await locks.release(bulkId).catch(() => {})
    }
  }
  await boss.work<{ bulkId: string }>(
    QUEUE,
    { localConcurrency: CONCURRENT_BULKS, notifyPollingIntervalSeconds: 2 },
    async ([job]) => {
      if (job) await work(job.data.bulkId)
    },
  )
  const send = async (bulkId: string) => void (await boss.send(QUEUE, { bulkId }))
  await sweep(deps.database, locks, send, true)
  const stopSweeps = repeat(() => sweep(deps.database, locks, send, false), SWEEP_MS)
  return {
    async enqueue(tx, bulkId) {
      const executeSql = (text: string, values?: unknown[]) => tx.query(text, values as unknown[])
      await boss.send(QUEUE, { bulkId }, { db: { executeSql } })
    },
    async stop() {
      stopping.abort()
      stopSweeps()
      await boss.stop({ graceful: true, timeout: 6000 })
      await locks.close()
    },
  }
}
