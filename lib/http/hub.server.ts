import 'server-only'
import { EventEmitter } from 'node:events'
import { connectionOf } from '@/lib/platform/backend.server'
import { logger } from '@/lib/platform/log/logger.server'
import type { LiveEvent } from '@/lib/platform/queue/notify.server'

/** `notice` for every NOTIFY; `reconnected` when notices may have been missed and every reader should reload. */
type Events = { notice: [LiveEvent]; reconnected: [] }

export type Hub = {
  events: EventEmitter<Events>
  /** callbacks that end the open streams when the process stops */
  open: Set<() => void>
  ready: Promise<void>
  stop: () => void
}

const RETRY_MS = 500

const shared = globalThis as unknown as { accordHub?: Hub }

/**
 * One LISTEN connection per process for all open streams. On globalThis, because Next bundles routes and
 * instrumentation separately.
 */
export function hub(): Hub {
  shared.accordHub ??= start()
  return shared.accordHub
}

function start(): Hub {
  const events = new EventEmitter<Events>().setMaxListeners(0)
  const { Client, ...how } = connectionOf('accord-events')
  let client: InstanceType<typeof Client> | undefined
  let closing = false
  const connect = async (): Promise<void> => {
    if (closing) return
    const next = new Client(how)
    next.on('error', (error) => logger.warn({ error }, 'event connection lost'))
    next.on(
      'notification',
      ({ payload }) => payload && events.emit('notice', JSON.parse(payload) as LiveEvent),
    )
    try {
      await next.connect()
      await next.query('LISTEN accord')
    } catch (error) {
      next.end().catch(() => {})
      throw error
    }
    client = next
    next.once('end', scheduleReconnect)
    events.emit('reconnected')
  }
  /** The only place that reconnects, so that there is one attempt at a time. */
  const scheduleReconnect = () => {
    if (!closing) setTimeout(() => connect().catch(scheduleReconnect), RETRY_MS)
  }
  const ready = connect()
  ready.catch(scheduleReconnect)
  const open = new Set<() => void>()
  const stop = () => {
    closing = true
    for (const close of open) close()
    client?.end().catch(() => {})
  }
  return { events, open, ready, stop }
}
