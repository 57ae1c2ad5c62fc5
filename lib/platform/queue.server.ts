import 'server-only'
import { fromPrisma, PgBoss, type SendOptions } from 'pg-boss'
import { connectionOf } from '@/lib/platform/backend.server'
import { Prisma, type Tx } from '@/lib/platform/db.server'
import { logger } from '@/lib/platform/logger.server'
import { HEARTBEAT_SECONDS, type Jobs, type QueueName } from '@/lib/platform/queues'

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

/**
 * A condition in SQL: a job that carries this id waits in the queue. Whoever queues lost work again asks for it first: a
 * backlog that is queued again and again buries the jobs that have something to do.
 */
export const isQueued = <Name extends QueueName>(
  name: Name,
  field: keyof Jobs[Name] & string,
  id: Prisma.Sql,
) =>
  Prisma.sql`exists (select 1 from pgboss.job
    where name = ${name} and state = 'created' and data ->> ${field} = ${id}::text)`

/** A condition in SQL: a worker that was heard lately has a job that carries this id. */
export const isAtWork = <Name extends QueueName>(
  name: Name,
  field: keyof Jobs[Name] & string,
  id: Prisma.Sql,
) =>
  Prisma.sql`exists (select 1 from pgboss.job
    where name = ${name} and state = 'active' and data ->> ${field} = ${id}::text
      and coalesce(heartbeat_on, started_on) > now() - make_interval(secs => ${2 * HEARTBEAT_SECONDS}))`

/**
 * Puts a job into the queue within the transaction: it exists when the transaction commits and never otherwise.
 * @returns the job's id, or null when a job with the same `singletonKey` waits already
 */
export async function enqueue<Name extends QueueName>(
  tx: Tx,
  name: Name,
  data: Jobs[Name],
  options: Omit<SendOptions, 'db'> = {},
): Promise<string | null> {
  return (await queue()).send(name, data, { ...options, db: fromPrisma(tx) })
}
