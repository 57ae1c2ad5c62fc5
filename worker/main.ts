import './name'
import { randomUUID } from 'node:crypto'
import { assertAuditKeys } from '@/lib/audit/keys.server'
import { seedConnection } from '@/lib/connections/active.server'
import { env } from '@/lib/platform/env.server'
import { logger } from '@/lib/platform/log/logger.server'
import { whenDatabaseReady } from '@/lib/platform/storage.server'
import { startLoops } from './loops'
import { startQueues } from './queues'

/** How long a request in flight may delay the exit; what is still open then is marked unknown by the reaper. */
const STOP_WITHIN_MS = 65_000

/**
 * Sends heartbeats of the event loop to the parent process, which kills and replaces a worker that stays silent. Does
 * nothing without an IPC channel.
 */
function startHeartbeat(): void {
  const say = () => process.connected && process.send?.('alive', undefined, undefined, () => {})
  say()
  setInterval(say, 1_000).unref()
}

async function main(): Promise<void> {
  const id = randomUUID()
  env()
  startHeartbeat()
  // the parent process went away while this one waited for the database
  const exit = () => process.exit(0)
  process.once('disconnect', exit)
  await whenDatabaseReady(() => assertAuditKeys())
  await whenDatabaseReady(seedConnection)
  const boss = await whenDatabaseReady(startQueues)
  const loops = startLoops(id)
  logger.info({ worker: id }, 'worker ready')
  let stopping = false
  const stop = async (why: string) => {
    if (stopping) return
    stopping = true
    logger.info({ worker: id, why }, 'worker stopping')
    await Promise.all([loops.stop(), boss.stop({ graceful: true, timeout: STOP_WITHIN_MS })])
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
