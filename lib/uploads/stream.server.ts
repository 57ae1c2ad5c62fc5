import 'server-only'
import { type Actor, type Role, seesAll } from '@/lib/auth/roles'
import { listActiveSessions } from '@/lib/auth/session.server'
import { hub } from '@/lib/http/hub.server'
import { hasLiveWorker } from '@/lib/http/readiness.server'
import { Refusal } from '@/lib/platform/refusal'
import { watch } from '@/lib/uploads/live.server'

const BEAT_MS = 15_000
/** A tab that doesn't read is disconnected at this backlog and reconnects when it can. */
const MAX_WAITING_BYTES = 1_000_000

/** Streams of a person in a process. More would only take memory: a tab without one reads again every ten seconds. */
const MAX_STREAMS = 50
const full = () =>
  new Refusal(429, 'streams_open', `You have ${MAX_STREAMS} pages open. This one is updated less often.`)

const encoder = new TextEncoder()
const HELLO = encoder.encode('retry: 1000\n\n')
const BEAT = encoder.encode(': \n\n')

type Open = {
  userId: string
  sessionId: string
  /** the person's roles when the stream was opened */
  roles: readonly Role[]
  send: (frame: Uint8Array) => void
  close: () => void
  /** the last worker state sent to the tab */
  heard?: boolean
}
const shared = globalThis as unknown as { accordStreams?: Set<Open> }

/**
 * The event stream of one tab. It ends when the tab closes, the process stops or the session ends. Temporary failures
 * never become an HTTP error, because browsers don't reconnect after one.
 * @throws Refusal 429 streams_open: the tab tries again later, because ending another one would make that one reconnect
 */
export function eventStream(actor: Actor, signal: AbortSignal): Response {
  if ([...openStreams()].filter(({ userId }) => userId === actor.id).length >= MAX_STREAMS) throw full()
  let end = () => {}
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const send = (frame: Uint8Array) => {
          if ((controller.desiredSize ?? 0) < -MAX_WAITING_BYTES) end()
          else controller.enqueue(frame)
        }
        end = keepOpen(actor, send, () => controller.close(), signal)
        send(HELLO)
      },
      cancel: () => end(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 64 * 1024 }),
  )
  return new Response(stream, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-store, no-transform',
      'x-accel-buffering': 'no',
    },
  })
}

function keepOpen(
  actor: Actor,
  send: (frame: Uint8Array) => void,
  closed: () => void,
  signal: AbortSignal,
): () => void {
  const { open } = hub()
  const streams = openStreams()
  const close = () => {
    if (!streams.delete(mine)) return
    stopWatching()
    open.delete(close)
    signal.removeEventListener('abort', close)
    try {
      closed()
    } catch {
      // the tab closed it first
    }
  }
  const mine: Open = {
    userId: actor.id,
    sessionId: actor.sessionId,
    roles: actor.roles,
    // a broadcast may await the database in between: a tab that has left gets nothing more
    send: (frame) => streams.has(mine) && send(frame),
    close,
  }
  const stopWatching = watch({ userId: actor.id, seesAll: seesAll(actor), send: mine.send })
  streams.add(mine)
  open.add(close)
  signal.addEventListener('abort', close)
  return close
}

/** One timer for all streams of the process. */
function openStreams(): Set<Open> {
  if (!shared.accordStreams) {
    shared.accordStreams = new Set()
    setInterval(() => void sendHeartbeats(), BEAT_MS).unref()
    hub().events.on('notice', (notice) => notice.topic === 'person' && closeStreamsOf(notice.id))
    hub().events.on('reconnected', () => void sendHeartbeats())
  }
  return shared.accordStreams
}

/** Ends the streams of a person: permissions were checked when they were opened, and the tab reconnects. */
function closeStreamsOf(userId: string): void {
  for (const one of [...(shared.accordStreams ?? [])]) if (one.userId === userId) one.close()
}

/**
 * The heartbeat of all streams. Ends those whose session has ended or whose person has other roles now (the
 * notification may have been lost), and reports when workers fall silent or are back. Two queries, however many streams
 * are open.
 */
export async function sendHeartbeats(): Promise<void> {
  const all = [...(shared.accordStreams ?? [])]
  if (all.length === 0) return
  const living = await listActiveSessions(all.map((one) => one.sessionId)).catch(() => null)
  const heard = await hasLiveWorker().catch(() => undefined)
  for (const one of all) {
    if (living && String(living.get(one.sessionId)) !== String(one.roles)) one.close()
    else one.send(heard === undefined || heard === one.heard ? BEAT : wordOf(one, heard))
  }
}

function wordOf(one: Open, heard: boolean): Uint8Array {
  one.heard = heard
  return encoder.encode(`event: workers\ndata: ${JSON.stringify({ heard })}\n\n`)
}
