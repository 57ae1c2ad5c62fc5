import 'server-only'
import pg from 'pg'
import { env } from '@/lib/platform/env.server'
import { logger } from '@/lib/platform/logger.server'

/** How long one statement of web or worker may take; `mayTake` in db.server.ts names the exceptions. */
const STATEMENT_MS = 30_000
/** Shorter than that: who waits for somebody else's lock hears that it was the lock. */
const LOCK_MS = 15_000

/** Ended by a limit: of the statement, of a lock, of a transaction that stood still or took too long. */
const ENDED = new Set(['57014', '55P03', '25P03', '25P04'])

/**
 * A backend that computes does not look at its client: asked every five seconds, it ends with a client that is gone. A
 * machine that is gone says nothing; it is missed after nine seconds. Not every platform knows how to ask.
 */
const WATCH_CLIENT = `do $$ begin
  perform set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '2', false),
          set_config('tcp_keepalives_count', '2', false);
  begin
    perform set_config('client_connection_check_interval', '5s', false);
  exception when others then null; end;
end $$`

/** What a statement is called in the log: how its text begins. Values are never part of a text. */
const nameOf = (text: string): string =>
  text
    .replace(/\/\*.*?\*\//gs, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120)

function note(error: unknown, text: string | undefined): void {
  const said = (error ?? {}) as { code?: string; constraint?: string; hint?: string }
  // of what a rule refused, Prisma's adapter passes on the hint but not the name of the rule; PostgreSQL gives no hint there
  if (said.constraint) said.hint ??= said.constraint
  const { code } = said
  if (code && ENDED.has(code))
    logger.warn({ code, statement: nameOf(text ?? '') }, 'a statement was ended by its limit')
}

type Callback = (error: unknown, result: unknown) => void

/** Says which statement was ended by a limit. */
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
 * What PostgreSQL said: its SQLSTATE, and the name of the constraint, unique index or trigger that refused. `kind` is the
 * adapter's word, which stands alone where a connection failed.
 */
export type DatabaseError = { sqlstate: string; constraint: string | null; kind: string }

type Raw = { severity?: unknown; code?: string; constraint?: string }
type Adapted = { kind?: string; originalCode?: string; constraint?: { index?: string }; hint?: string }
type Wrapped = { cause?: Adapted; meta?: { driverAdapterError?: { cause?: Adapted } } }

/** The fields of an error of the database, whether it comes from the driver or through Prisma; null for any other error. */
export function databaseError(error: unknown): DatabaseError | null {
  const { severity, code, constraint } = (error ?? {}) as Raw
  if (typeof severity === 'string' && code)
    return { sqlstate: code, constraint: constraint ?? null, kind: 'postgres' }
  const { meta, cause } = (error ?? {}) as Wrapped
  const adapted = meta?.driverAdapterError?.cause ?? cause
  if (!adapted?.kind) return null
  const { kind, originalCode: sqlstate = '' } = adapted
  return { sqlstate, constraint: adapted.constraint?.index ?? adapted.hint ?? null, kind }
}

/**
 * How every connection of web and worker is opened: nothing waits without a limit, and no backend outlives its client. The
 * limits can be set in the address (`?statement_timeout=60000`).
 */
export const connectionOf = (name: string) => ({
  connectionString: env().DATABASE_URL,
  application_name: name,
  Client,
  keepAlive: true,
  connectionTimeoutMillis: 15_000,
  statement_timeout: STATEMENT_MS,
  lock_timeout: LOCK_MS,
  // a process that stands still in a transaction would hold its locks, the audit chain's too, from everybody
  idle_in_transaction_session_timeout: 10_000,
  onConnect: async (client: pg.ClientBase) => void (await client.query(WATCH_CLIENT)),
})
