import 'server-only'
import { fromPrisma, type JobInsert, PgBoss, type SendOptions } from 'pg-boss'
import { connectionOf } from '@/lib/platform/backend.server'
import type { Tx } from '@/lib/platform/db.server'
import { logger } from '@/lib/platform/log/logger.server'
import type { Jobs, QueueName } from '@/lib/platform/queue/queues'

const shared = globalThis as unknown as { accordQueue?: Promise<PgBoss> }

/**
 * The producer side of the queue: sends jobs only; it works none, runs no schedule and never changes the schema,
 * which its owner creates. After a failed start the next caller tries again.
 */
export function queue(): Promise<PgBoss> {
  shared.accordQueue ??= start().catch((error: unknown) => {
    shared.accordQueue = undefined
    throw error
  })
  return shared.accordQueue
}

async function start(): Promise<PgBoss> {
  const boss = new PgBoss({
    ...connectionOf('accord-queue'),
    supervise: false,
    schedule: false,
    migrate: false,
    createSchema: false,
    max: 2,
  })
  // pg-boss doesn't always emit an Error
  boss.on('error', ({ message }) => logger.warn({ error: new Error(message) }, 'queue connection lost'))
  return boss.start()
}

type Options = Omit<SendOptions, 'db' | 'singletonKey'>

/** A job's key is the only ID in its data; `QueueSettings` says how many jobs of one key a queue takes. */
const keyOf = (data: object): string => Object.values(data)[0]

/**
 * Enqueues a job in the transaction, so that it exists if and only if the transaction commits.
 * @returns the job's ID, or null when the queue already has a job with this data
 */
export async function enqueue<Name extends QueueName>(
  tx: Tx,
  name: Name,
  data: Jobs[Name],
  options: Options = {},
): Promise<string | null> {
  return (await queue()).send(name, data, { ...options, singletonKey: keyOf(data), db: fromPrisma(tx) })
}

/** The same for many jobs, in one statement. @returns how many were new */
export async function enqueueAll<Name extends QueueName>(
  on: Tx,
  name: Name,
  jobs: readonly (Omit<JobInsert, 'data' | 'singletonKey'> & { data: Jobs[Name] })[],
): Promise<number> {
  if (jobs.length === 0) return 0
  const keyed = jobs.map((job) => ({ ...job, singletonKey: keyOf(job.data) }))
  const made = await (await queue()).insert(name, keyed, { db: fromPrisma(on), returnId: true })
  return made?.length ?? 0
}

/** Makes the job with this key due now: one that is delayed or waiting to retry, otherwise a new one. */
export async function runJobNow<Name extends QueueName>(
  tx: Tx,
  name: Name,
  data: Jobs[Name],
  options: Options = {},
): Promise<void> {
  const now = { singletonKey: keyOf(data), startAfter: 0, db: fromPrisma(tx) }
  await (await queue()).upsert(name, data, { ...options, ...now })
}

/**
 * Moves a job of the dead-letter queue back to its original queue.
 * @returns that queue's name; null when there is no such job
 */
export async function redriveDeadJob(tx: Tx, id: string): Promise<string | null> {
  const boss = await queue()
  const on = { db: fromPrisma(tx) }
  const [job] = await boss.findJobs('dead', { id, queued: true, ...on })
  if (!job?.sourceName) return null
  await boss.redrive('dead', { ids: [id], ...on })
  return job.sourceName
}

/** Thrown by a job that should be retried by its queue. Expected, not logged as an error. */
export class RetryJobError extends Error {}
