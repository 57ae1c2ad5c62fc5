import 'server-only'
import { createHash } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { connectionOf, databaseError } from '@/lib/platform/backend.server'
import { Prisma, PrismaClient } from '@/lib/platform/generated/client'

/** Inside `db().$transaction(async (tx) => …)`. */
export type Tx = Prisma.TransactionClient
/** A transaction or the plain client: for queries that may run in either. */
export type Db = Tx | PrismaClient

// Route handlers, instrumentation and pages are bundled apart but share globalThis: one pool per process.
const shared = globalThis as unknown as { accordPool?: pg.Pool; accordPrisma?: PrismaClient }

/** At most 10 connections. Nothing waits for ever for one, or for a lock. */
function pool(): pg.Pool {
  if (shared.accordPool && !shared.accordPool.ended) return shared.accordPool
  const opened = new pg.Pool({
    ...connectionOf('accord'),
    max: 10,
    // two stay open with what they have planned: a check after a quiet minute does not wait for new ones
    min: 2,
    allowExitOnIdle: true,
    idleTimeoutMillis: 3_000,
  })
  // an idle connection that breaks is replaced; whoever needs the database next hears of its absence
  opened.on('error', () => undefined)
  shared.accordPool = opened
  return opened
}

/** The one Prisma client of this process. */
export function db(): PrismaClient {
  shared.accordPrisma ??= new PrismaClient({
    adapter: new PrismaPg(pool(), { statementNameGenerator: statementName, disposeExternalPool: true }),
    // whoever appends to the audit chain waits for the one before
    transactionOptions: { maxWait: 10_000, timeout: 20_000 },
  })
  return shared.accordPrisma
}

/**
 * Stands at the head of a statement that runs often and whose plan is the same for all values: a connection parses and plans
 * it once. Statements whose best plan depends on what is asked (lists, searches) go without.
 */
export const PREPARED = Prisma.sql`/* prepared */`

/** Named after its text; a statement without a name is planned each time. */
const statementName = ({ sql }: { sql: string }): string =>
  sql.trimStart().startsWith(PREPARED.sql) ? nameOf(sql) : ''

const names = new Map<string, string>()

function nameOf(sql: string): string {
  const known = names.get(sql)
  if (known) return known
  const name = createHash('sha256').update(sql).digest('hex').slice(0, 32)
  names.set(sql, name)
  return name
}

const types = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    id === pg.types.builtins.INT8 ? BigInt : pg.types.getTypeParser(id, format),
} as pg.CustomTypesConfig

/**
 * For `select`: one statement that is a transaction of its own, without what Prisma does around it, which costs a process
 * more than PostgreSQL needs for the statement. For those that a person waits for: at every check, on every page, in long
 * lists.
 */
export const direct = {
  async $queryRaw<Rows>(sql: Prisma.Sql): Promise<Rows> {
    const { text, values } = sql
    const { rows } = await pool().query({
      name: statementName(sql),
      text,
      values: values as unknown[],
      types,
    })
    return rows as Rows
  },
}

/**
 * A condition (SQL) that is always true: the transaction it stands in does not wait for the disk at its end. For notes whose
 * loss in a power cut does no harm, or that are on the disk with the next transaction that waits.
 */
export const WITHOUT_WAITING = Prisma.sql`set_config('synchronous_commit', 'off', true) is not null`

/** Statements of this transaction may take that long, instead of the 30 s that all others have. */
export const mayTake = (tx: Tx, seconds: number): Promise<number> =>
  tx.$executeRaw`select set_config('statement_timeout', ${`${seconds}s`}, true)`

/** A lock has a name; a shared one only keeps away who wants it alone. */
export type Lock = { name: string; shared: boolean }
export const lockOf = (name: string): Lock => ({ name, shared: false })
export const sharedLockOf = (name: string): Lock => ({ name, shared: true })

/** Waits for these locks, one after the other, and holds them until the transaction ends. */
export async function takeLocks(tx: Tx, locks: readonly Lock[]): Promise<void> {
  const calls = locks.map(({ name, shared }) =>
    shared
      ? Prisma.sql`pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`
      : Prisma.sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))`,
  )
  if (calls.length > 0) await tx.$executeRaw`${PREPARED} select ${Prisma.join(calls)}`
}

/** A value or a reference that a rule refuses (class 23), and what nobody may change (42501). */
const isRefusal = (sqlstate: string): boolean => sqlstate.startsWith('23') || sqlstate === '42501'

/** @returns the name of the constraint, unique index or trigger by which the database refused; null for any other error */
export function violatedConstraint(error: unknown): string | null {
  const said = databaseError(error)
  return said && isRefusal(said.sqlstate) ? said.constraint : null
}

/** Many at once wait for a database connection and for the head of the audit chain rather than fail. */
export const PATIENT = { maxWait: 15_000, timeout: 15_000 }

export { Prisma }
