import './name'
import { randomUUID } from 'node:crypto'
import { assertAuditKeys } from '@/lib/audit/keys.server'
import { seedConnection } from '@/lib/connections/active.server'
import { env } from '@/lib/platform/env.server'
import { logger } from '@/lib/platform/log/logger.server'
import { whenDatabaseReady } from '@/lib/platform/storage.server'
import { startLoops } from './loops'
import { startQueues } from './queues'

/** The time for requests in flight. The reaper marks what is still open afterwards as unknown. */
const SHUTDOWN_TIMEOUT_MS = 65_000

/**
 * Sends heartbeats of the event loop to the parent process, which kills and replaces a worker that stays silent. Does
 * nothing without an IPC channel.
 */
function startHeartbeat(): void {
  const send = () => process.connected && process.send?.('alive', undefined, undefined, () => {})
  send()
  setInterval(send, 1_000).unref()
}

async function main(): Promise<void> {
  const id = randomUUID()
  env()
  startHeartbeat()
  // the parent process ended while this one waited for the database
  const exit = () => process.exit(0)
  process.once('disconnect', exit)
  await whenDatabaseReady(() => assertAuditKeys())
  await whenDatabaseReady(seedConnection)
  const boss = await whenDatabaseReady(startQueues)
  const loops = startLoops(id)
  logger.info({ worker: id }, 'worker ready')
  let stopping = false
  const stop = async (reason: string) => {
    if (stopping) return
    stopping = true
    logger.info({ worker: id, why: reason }, 'worker stopping')
    await Promise.all([loops.stop(), boss.stop({ graceful: true, timeout: SHUTDOWN_TIMEOUT_MS })])
    process.exit(0)
  }
  process.off('disconnect', exit)
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
    process.once(signal, () => void stop(signal))
}

main().catch((error: unknown) => {
  logger.fatal({ error }, 'worker could not start')
  process.exit(1)
})
