import 'server-only'
import { fromPrisma, type JobInsert, PgBoss, type SendOptions } from 'pg-boss'
import { connectionOf } from '@/lib/platform/backend.server'
import type { Tx } from '@/lib/platform/db.server'
import { logger } from '@/lib/platform/logger.server'
import type { Jobs, QueueName } from '@/lib/platform/queues'

const shared = globalThis as unknown as { accordQueue?: Promise<PgBoss> }

/**
 * The producer side of the queue: sends jobs, works none, keeps no schedule and never touches the schema, which its
 * owner makes. A start that failed is tried again by the next caller.
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
  // what pg-boss emits is not always an Error
  boss.on('error', ({ message }) => logger.warn({ error: new Error(message) }, 'queue connection lost'))
  return boss.start()
}

type Options = Omit<SendOptions, 'db'>

/**
 * Puts a job into the queue within the transaction: it exists when the transaction commits and never otherwise.
 * @returns the job's id, or null when the queue has a job with the same `singletonKey` that makes this one needless
 */
export async function enqueue<Name extends QueueName>(
  tx: Tx,
  name: Name,
  data: Jobs[Name],
  options: Options = {},
): Promise<string | null> {
  return (await queue()).send(name, data, { ...options, db: fromPrisma(tx) })
}

/** The same for many jobs, in one statement. @returns how many were not there yet */
export async function enqueueAll<Name extends QueueName>(
  on: Tx,
  name: Name,
  jobs: readonly (Omit<JobInsert, 'data'> & { data: Jobs[Name] })[],
): Promise<number> {
  if (jobs.length === 0) return 0
  const made = await (await queue()).insert(name, [...jobs], { db: fromPrisma(on), returnId: true })
  return made?.length ?? 0
}

/** The job of this key comes now: the one that waits, for its time or to be tried again, or else a new one. */
export async function hurry<Name extends QueueName>(
  tx: Tx,
  name: Name,
  data: Jobs[Name],
  options: Options & { singletonKey: string },
): Promise<void> {
  await (await queue()).upsert(name, data, { ...options, startAfter: new Date(), db: fromPrisma(tx) })
}

/** A job of the queue `dead` goes back to where it came from. @returns the name of that queue; null when there is none */
export async function sendBack(tx: Tx, id: string): Promise<string | null> {
  const boss = await queue()
  const on = { db: fromPrisma(tx) }
  const [job] = await boss.findJobs('dead', { id, queued: true, ...on })
  if (!job?.sourceName) return null
  await boss.redrive('dead', { ids: [id], ...on })
  return job.sourceName
}

/** A job ended without its aim, as jobs of its kind may: its queue tries again. No error of ours. */
export class TryAgain extends Error {}
