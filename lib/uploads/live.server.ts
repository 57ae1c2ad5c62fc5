import 'server-only'
import { hub } from '@/lib/http/hub.server'
import { logger } from '@/lib/platform/log/logger.server'
import type { LiveEvent } from '@/lib/platform/queue/notify.server'
import { readProgress } from '@/lib/uploads/queries.server'

/** An open browser tab. `send` gets bytes that are shared with other watchers and must not be changed. */
export type Watcher = { userId: string; seesAll: boolean; send: (frame: Uint8Array) => void }

/** Notifications within this time (ms) are handled together. */
const GATHER_MS = 150

type Live = { watchers: Set<Watcher>; uploads: Set<string>; reviews: Set<string>; timer?: NodeJS.Timeout }
const shared = globalThis as unknown as { accordLive?: Live }

/**
 * Subscribes a watcher to changes: `upload` (its progress), `review` (the queue of an environment changed),
 * `verification` (one of its checks changed), `again` (notifications may have been lost: reload what is shown). An
 * upload is read and encoded once per process and notification, however many watch it.
 * @returns a function that unsubscribes
 */
export function watch(watcher: Watcher): () => void {
  shared.accordLive ??= start()
  const { watchers } = shared.accordLive
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function start(): Live {
  const live: Live = { watchers: new Set(), uploads: new Set(), reviews: new Set() }
  hub().events.on('notice', (notice) => hear(live, notice))
  hub().events.on('reconnected', () => broadcast(live, 'again', {}, () => true))
  return live
}

function hear(live: Live, notice: LiveEvent): void {
  if (live.watchers.size === 0 || notice.topic === 'person') return
  if (notice.topic === 'verification') {
    broadcast(live, 'verification', { id: notice.id }, (watcher) => watcher.userId === notice.userId)
    return
  }
  if (notice.topic === 'upload') live.uploads.add(notice.id)
  else live.reviews.add(notice.environment)
  live.timer ??= setTimeout(() => void flush(live), GATHER_MS)
}

async function flush(live: Live): Promise<void> {
  const ids = [...live.uploads]
  const environments = [...live.reviews]
  live.timer = undefined
  live.uploads.clear()
  live.reviews.clear()
  for (const environment of environments) broadcast(live, 'review', { environment }, () => true)
  if (ids.length === 0) return
  try {
    for (const { createdById, progress } of await readProgress(ids))
      broadcast(live, 'upload', progress, (watcher) => watcher.seesAll || watcher.userId === createdById)
  } catch (error) {
    logger.warn({ error }, 'could not read the progress for open streams')
    broadcast(live, 'again', {}, () => true)
  }
}

const encoder = new TextEncoder()

function broadcast(live: Live, event: string, data: object, to: (watcher: Watcher) => boolean): void {
  const frame = encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  for (const watcher of live.watchers) if (to(watcher)) watcher.send(frame)
}
