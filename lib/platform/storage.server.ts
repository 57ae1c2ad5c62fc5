import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseError } from '@/lib/platform/backend.server'
import { encrypt } from '@/lib/platform/crypto.server'
import { SettingsError } from '@/lib/platform/env.server'
import { logger } from '@/lib/platform/log/logger.server'

/**
 * Prisma: unreachable, timeout, closed, no free connection, transaction not started in time. Socket: refused,
 * reset, broken pipe; a machine without a name or a route, as that of a stopped container.
 */
const AWAY = new Set([
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
])
/**
 * SQLSTATE: statement timeout (57014), lock timeout (55P03), idle transaction timeout (25P03), read-only (25006);
 * and these classes: connection, resources and disk, shutdown or startup.
 */
const STATES = new Set(['57014', '55P03', '25P03', '25006'])
const CLASSES = ['08', '53', '57P']
/** Codes of Prisma's adapter for a failed connection. */
const KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections'])
/** Messages of the driver about a lost connection, which have no code. */
const CONNECTION_LOST = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'timeout exceeded when trying to connect',
  'timeout expired',
])

/** @returns whether the database was temporarily unavailable: not a bug, and worth a retry */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errorCode = code } = error as { code?: unknown; errorCode?: unknown }
  if (typeof errorCode === 'string' && AWAY.has(errorCode)) return true
  const { sqlstate, kind } = databaseError(error) ?? { sqlstate: '', kind: '' }
  if (STATES.has(sqlstate) || CLASSES.some((begin) => sqlstate.startsWith(begin))) return true
  if (KINDS.has(kind)) return true
  return CONNECTION_LOST.has(error.message) || isDatabaseUnavailable(error.cause)
}

/**
 * For a program that a command starts: a wrong setting, or a database that doesn't respond, ends it with a sentence.
 * @throws any other error
 */
export function exitWithSentence(error: unknown): never {
  if (error instanceof SettingsError) console.error(error.message)
  else if (isDatabaseUnavailable(error))
    console.error(
      "The database cannot be used: it doesn't respond, or its disk is full. Run the command again once it responds.",
    )
  else throw error
  process.exit(1)
}

/**
 * Runs `work` as soon as the database is available, because processes may start in any order and while it
 * restarts.
 * @throws any other error immediately
 */
export async function whenDatabaseReady<T>(work: () => Promise<T>, waitMs = 500): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      logger.warn({ error }, 'waiting for the database')
      await sleep(waitMs)
    }
  }
}

const RETRIES_MS = [200, 1_000, 3_000, 10_000, 30_000]

/**
 * Stores the response to a paid request. A temporary database failure must not lose it: retried for about 45 s.
 * After that the response is logged, encrypted, and the attempt becomes unknown automatically.
 * @param write one transaction; may be called several times
 * @throws the last error
 */
export async function storePaidResponse<T>(
  attemptId: string,
  answer: unknown,
  write: () => Promise<T>,
  retriesMs = RETRIES_MS,
): Promise<T> {
  for (const waitMs of retriesMs) {
    try {
      return await write()
    } catch (error) {
      logger.warn({ error, attemptId }, 'could not store a response, retrying')
      await sleep(waitMs)
    }
  }
  try {
    return await write()
  } catch (error) {
    const kept = encrypt(JSON.stringify(answer), `attempts|answer|${attemptId}`)
    logger.error({ attemptId, answer: Buffer.from(kept).toString('base64') }, 'an answer could not be stored')
    throw error
  }
}
