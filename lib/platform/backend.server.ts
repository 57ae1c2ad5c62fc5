import 'server-only'
import pg from 'pg'
import { env } from '@/lib/platform/env.server'
import { logger } from '@/lib/platform/log/logger.server'

/** Default statement timeout of web and worker; `setStatementTimeout` in db.server.ts sets exceptions. */
const STATEMENT_MS = 30_000
/** Shorter than the statement timeout, so that the error names the lock as the reason. */
const LOCK_MS = 15_000

/** SQLSTATEs of timeouts: statement, lock, idle transaction, transaction. */
const ENDED = new Set(['57014', '55P03', '25P03', '25P04'])

/**
 * What the code assumes of a session, whatever the server has by default: Prisma's adapter ignores the offset of a
 * moment, and what is read after a lock must be what its last holder wrote.
 *
 * A busy backend doesn't notice that its client is gone, so it checks every five seconds. An unreachable machine
 * is noticed by TCP keepalive after nine seconds. Not every platform supports the check.
 */
const SESSION = `do $$ begin
  perform set_config('timezone', 'UTC', false), set_config('datestyle', 'ISO, MDY', false),
          set_config('default_transaction_isolation', 'read committed', false),
          set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '2', false),
          set_config('tcp_keepalives_count', '2', false);
  begin
    perform set_config('client_connection_check_interval', '5s', false);
  exception when others then null; end;
end $$`

/** The name of a statement in the log: the start of its text, which never contains values. */
const nameOf = (text: string): string =>
  text
    .replace(/\/\*.*?\*\//gs, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120)

function note(error: unknown, text: string | undefined): void {
  const said = (error ?? {}) as { code?: string; constraint?: string; hint?: string }
  // Prisma's adapter passes on the hint of a constraint violation but not its name; PostgreSQL sets no hint there
  if (said.constraint) said.hint ??= said.constraint
  const { code } = said
  if (code && ENDED.has(code))
    logger.warn({ code, statement: nameOf(text ?? '') }, 'a statement was ended by its limit')
}

type Callback = (error: unknown, result: unknown) => void

/** A client that logs which statement was cancelled by a timeout. */
class Client extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg, passed on as they are
  override query(...args: any[]): any {
    const [given] = args as [string | { text?: string }]
    const text = typeof given === 'string' ? given : given?.text
    const last = args.at(-1)
    if (typeof last === 'function')
      args[args.length - 1] = (...said: Parameters<Callback>) => {
        note(said[0], text)
        ;(last as Callback)(...said)
      }
    const answer = (super.query as (...all: unknown[]) => unknown).apply(this, args)
    if (answer instanceof Promise) answer.catch((error: unknown) => note(error, text))
    return answer
  }
}

/**
 * An error from PostgreSQL: its SQLSTATE, and the name of the constraint, unique index or trigger that refused.
 * `kind` is the adapter's code, the only field set when a connection failed.
 */
export type DatabaseError = { sqlstate: string; constraint: string | null; kind: string }

type RawError = { severity?: unknown; code?: string; constraint?: string }
type AdaptedError = { kind?: string; originalCode?: string; constraint?: { index?: string }; hint?: string }
type WrappedError = { cause?: AdaptedError; meta?: { driverAdapterError?: { cause?: AdaptedError } } }

/** Reads an error of the database, from the driver or through Prisma; null for any other error. */
export function databaseError(error: unknown): DatabaseError | null {
  const { severity, code, constraint } = (error ?? {}) as RawError
  if (typeof severity === 'string' && code)
    return { sqlstate: code, constraint: constraint ?? null, kind: 'postgres' }
  const { meta, cause } = (error ?? {}) as WrappedError
  const adapted = meta?.driverAdapterError?.cause ?? cause
  if (!adapted?.kind) return null
  const { kind, originalCode: sqlstate = '' } = adapted
  return { sqlstate, constraint: adapted.constraint?.index ?? adapted.hint ?? null, kind }
}

/**
 * Options of every connection of web and worker: all waits have a timeout, and no backend outlives its client.
 * The connection URL can override the timeouts (`?statement_timeout=60000`).
 */
export const connectionOf = (name: string) => ({
  connectionString: env().DATABASE_URL,
  application_name: name,
  Client,
  keepAlive: true,
  connectionTimeoutMillis: 15_000,
  statement_timeout: STATEMENT_MS,
  lock_timeout: LOCK_MS,
  // a process that hangs in a transaction would keep its locks, including the one on the audit chain
  idle_in_transaction_session_timeout: 10_000,
  onConnect: async (client: pg.ClientBase) => void (await client.query(SESSION)),
})
