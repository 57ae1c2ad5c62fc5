import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { encrypt } from '@/lib/platform/crypto.server'
import { logger } from '@/lib/platform/logger.server'

/** Of Prisma: not reachable, timed out, closed, no connection free, no transaction begun in time. */
const AWAY = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028'])
/**
 * SQLSTATE: connection (08), resources and disk (53), shut down or starting (57P), ended by its limit (57014), waited too
 * long for a lock (55P03), ended for standing still (25P03), read-only (25006).
 */
const SQLSTATE = /\b(08\d{3}|53\d{3}|57P0\d|57014|55P03|25P03|25006)\b/
const WORDS =
  /can't reach database server|closed the connection|connection terminated|timeout exceeded when trying to connect|not queryable|ECONNREFUSED|ECONNRESET|EPIPE/i

/** @returns whether the database could not take part just now: nobody's mistake, and worth another try */
export function storageAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && AWAY.has(code)) return true
  const text = `${typeof code === 'string' ? code : ''} ${error.message}`
  return SQLSTATE.test(text) || WORDS.test(text) || (error.cause !== undefined && storageAway(error.cause))
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
