import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseError } from '@/lib/platform/backend.server'
import { encrypt } from '@/lib/platform/crypto.server'
import { logger } from '@/lib/platform/logger.server'

/**
 * Of Prisma: not reachable, timed out, closed, no connection free, no transaction begun in time. Of the socket: refused,
 * reset, broken.
 */
const AWAY = new Set([
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE'],
])
/**
 * SQLSTATE: ended by its limit (57014), waited too long for a lock (55P03), ended for standing still (25P03), read-only
 * (25006); and these classes: connection, resources and disk, shut down or starting.
 */
const STATES = new Set(['57014', '55P03', '25P03', '25006'])
const CLASSES = ['08', '53', '57P']
/** What Prisma's adapter calls a connection that failed. */
const KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections'])
/** What the driver itself says of a connection has no code. */
const CONNECTION_LOST = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'timeout exceeded when trying to connect',
  'timeout expired',
])

/** @returns whether the database could not take part just now: nobody's mistake, and worth another try */
export function storageAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errorCode = code } = error as { code?: unknown; errorCode?: unknown }
  if (typeof errorCode === 'string' && AWAY.has(errorCode)) return true
  const { sqlstate, kind } = databaseError(error) ?? { sqlstate: '', kind: '' }
  if (STATES.has(sqlstate) || CLASSES.some((begin) => sqlstate.startsWith(begin))) return true
  if (KINDS.has(kind)) return true
  return CONNECTION_LOST.has(error.message) || storageAway(error.cause)
}

/**
 * Does `work` as soon as the database takes part: processes may start in any order, and during its restart.
 * @throws what is not the database's absence, at once
 */
export async function onceStorageIsThere<T>(work: () => Promise<T>, waitMs = 500): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!storageAway(error)) throw error
      logger.warn({ error }, 'waiting for the database')
      await sleep(waitMs)
    }
  }
}

const RETRIES_MS = [200, 1_000, 3_000, 10_000, 30_000]

/**
 * Stores the answer to a paid request. A database that fails for a moment must not lose it: tried for about 45 s. What
 * could not be stored even then goes to the log, encrypted, and the attempt becomes unknown by itself.
 * @param write one transaction; may be called several times
 * @throws the last error
 */
export async function storeAnswer<T>(
  attemptId: string,
  answer: unknown,
  write: () => Promise<T>,
  retriesMs = RETRIES_MS,
): Promise<T> {
  for (const waitMs of retriesMs) {
    try {
      return await write()
    } catch (error) {
      logger.warn({ error, attemptId }, 'an answer could not be stored yet')
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
