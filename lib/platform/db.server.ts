import 'server-only'
import { createHash } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { connectionOf, databaseError } from '@/lib/platform/backend.server'
import { Prisma, PrismaClient } from '@/lib/platform/generated/client'
import type { Refusal } from '@/lib/platform/refusal'

/** A transaction: the parameter of `db().$transaction(async (tx) => …)`. */
export type Tx = Prisma.TransactionClient
/** A transaction or the plain client: for queries that may run in either. */
export type Db = Tx | PrismaClient

// Next bundles route handlers, instrumentation and pages separately, but they share globalThis: one pool per
// process.
const shared = globalThis as unknown as { accordPool?: pg.Pool; accordPrisma?: PrismaClient }

/** At most 10 connections. Waiting for a connection or a lock times out. */
function pool(): pg.Pool {
  if (shared.accordPool && !shared.accordPool.ended) return shared.accordPool
  const opened = new pg.Pool({
    ...connectionOf('accord'),
    max: 10,
    // two idle connections keep their prepared plans, so that the first check after a quiet minute is fast
    min: 2,
    allowExitOnIdle: true,
    idleTimeoutMillis: 3_000,
  })
  // the pool replaces a broken idle connection; the next query reports an unavailable database
  opened.on('error', () => undefined)
  shared.accordPool = opened
  return opened
}

/** The Prisma client of this process, on its one pool of connections. */
export function db(): PrismaClient {
  shared.accordPrisma ??= new PrismaClient({
    adapter: new PrismaPg(pool(), { statementNameGenerator: statementName, disposeExternalPool: true }),
    // appends to the audit chain wait for each other
    transactionOptions: { maxWait: 10_000, timeout: 20_000 },
  })
  return shared.accordPrisma
}

/**
 * Prefix for a frequent statement whose plan is the same for all values: each connection parses and plans it
 * once. Statements whose best plan depends on the values (lists, searches) don't use it.
 */
export const PREPARED = Prisma.sql`/* prepared */`

/** A name for the prepared statement, from its text; a statement without a name is planned each time. */
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
 * For `select`: runs one statement as its own transaction without Prisma, whose overhead costs more CPU than the
 * statement in PostgreSQL. For statements in the critical path: every check, every page, long lists.
 */
export const poolExecutor = {
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

/** For `select`: through a client of its own, which may be in the middle of a transaction. */
export const clientExecutor = (client: pg.ClientBase): typeof poolExecutor => ({
  $queryRaw: async <Rows>({ text, values }: Prisma.Sql) =>
    (await client.query(text, values as unknown[])).rows as Rows,
})

/**
 * SQL condition that is always true and turns off synchronous commit for its transaction. For writes whose loss
 * in a power cut is harmless, or that become durable with a later synchronous commit.
 */
export const ASYNC_COMMIT = Prisma.sql`set_config('synchronous_commit', 'off', true) is not null`

/** Sets the statement timeout of this transaction, instead of the default 30 s. */
export const setStatementTimeout = (tx: Tx, seconds: number): Promise<number> =>
  tx.$executeRaw`select set_config('statement_timeout', ${`${seconds}s`}, true)`

/** A named advisory lock; shared locks only exclude exclusive ones. */
export type Lock = { name: string; shared: boolean }
export const lockOf = (name: string): Lock => ({ name, shared: false })
export const sharedLockOf = (name: string): Lock => ({ name, shared: true })

/** Acquires these locks in order and holds them until the transaction ends. */
export async function takeLocks(tx: Tx, locks: readonly Lock[]): Promise<void> {
  const calls = locks.map(({ name, shared }) =>
    shared
      ? Prisma.sql`pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`
      : Prisma.sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))`,
  )
  if (calls.length > 0) await tx.$executeRaw`${PREPARED} select ${Prisma.join(calls)}`
}

/** Integrity constraint violations (class 23), and insufficient privilege (42501). */
const isRefusal = (sqlstate: string): boolean => sqlstate.startsWith('23') || sqlstate === '42501'

/** @returns the name of the constraint, unique index or trigger that was violated; null for any other error */
export function violatedConstraint(error: unknown): string | null {
  const said = databaseError(error)
  return said && isRefusal(said.sqlstate) ? said.constraint : null
}

/** For `.catch`: throws the refusal of the constraint that was violated, otherwise the error itself. */
export const refuseOn =
  (refusals: Record<string, () => Refusal>) =>
  (error: unknown): never => {
    throw refusals[violatedConstraint(error) ?? '']?.() ?? error
  }

/** For transactions with much contention: longer timeouts for a connection and for the head of the audit chain. */
export const CONTENTION_TIMEOUTS = { maxWait: 15_000, timeout: 15_000 }
/** For transactions that may change every row of an upload. */
export const LONG_TIMEOUTS = { maxWait: 15_000, timeout: 60_000 }
/** For transactions that write every line of a payment file: 100,000 take minutes on a busy machine. */
export const FILE_TIMEOUTS = { maxWait: 15_000, timeout: 300_000 }

export { Prisma }
