import { PgBoss } from 'pg-boss'
import { connectionOf } from '@/lib/platform/backend.server'
import { logger } from '@/lib/platform/logger.server'
import { type Jobs, QUEUES, type QueueName } from '@/lib/platform/queues'

type Handlers = { [Name in keyof Jobs]?: (data: Jobs[Name]) => Promise<unknown> }

/** Jobs of one queue that this process works at the same time. More than these waiting are fetched without a pause. */
const AT_ONCE = 4

/**
 * The consumer side of the queue: creates the queues in its tables, watches over them and works the jobs. A job that
 * fails is logged and not repeated: the sweeps find what is left to do in our own tables.
 */
export async function startJobs(handlers: Handlers): Promise<PgBoss> {
  const boss = new PgBoss({
    ...connectionOf('accord-worker'),
    max: 2,
    // the owner makes its tables (scripts/prepare/database.mjs)
    migrate: false,
    createSchema: false,
    useListenNotify: true,
    superviseIntervalSeconds: 30,
    monitorIntervalSeconds: 30,
  })
  boss.on('error', (error) => logger.warn({ error }, 'queue connection lost'))
  try {
    await boss.start()
    for (const [name, settings] of Object.entries(QUEUES)) await boss.createQueue(name, settings)
    for (const [name, handle] of Object.entries(handlers))
      await work(boss, name as QueueName, handle as Handle)
    return boss
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {})
    throw error
  }
}

type Handle = (data: object) => Promise<unknown>

async function work(boss: PgBoss, name: QueueName, handle: Handle): Promise<void> {
  const options = {
    pollingIntervalSeconds: 2,
    notifyPollingIntervalSeconds: 5,
    burstWhenReadyExceeds: AT_ONCE,
    localConcurrency: AT_ONCE,
  }
  await boss.work(name, options, async (jobs) => {
    for (const job of jobs)
      await handle(job.data as object).catch((error: unknown) => {
        logger.error({ error, job: job.id, queue: name }, 'job failed')
        throw error
      })
  })
}
