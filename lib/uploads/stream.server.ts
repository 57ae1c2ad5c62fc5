import 'server-only'
import { type Actor, seesAll } from '@/lib/auth/roles'
import { livingSessions } from '@/lib/auth/session.server'
import { hub } from '@/lib/http/hub.server'
import { watch } from '@/lib/uploads/live.server'

const BEAT_MS = 15_000
/** A tab that does not read: it is let go and comes back when it can. */
const MAX_WAITING_BYTES = 1_000_000

const encoder = new TextEncoder()
const HELLO = encoder.encode('retry: 1000\n\n')
const BEAT = encoder.encode(': \n\n')

type Open = { sessionId: string; beat: () => void; close: () => void }
const shared = globalThis as unknown as { accordStreams?: Set<Open> }

/**
 * The event stream of one tab. It ends when the tab goes, when the process stops or when the session is over; passing
 * troubles never become an error, because a browser gives up on those for good.
 */
export function eventStream(actor: Actor, signal: AbortSignal): Response {
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
  const stopWatching = watch({ userId: actor.id, seesAll: seesAll(actor), send })
  const streams = beating()
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
  const mine: Open = { sessionId: actor.sessionId, beat: () => send(BEAT), close }
  streams.add(mine)
  open.add(close)
  signal.addEventListener('abort', close)
  return close
}

/** One timer for all streams of the process. */
function beating(): Set<Open> {
  if (!shared.accordStreams) {
    shared.accordStreams = new Set()
    setInterval(() => void beat(), BEAT_MS).unref()
  }
  return shared.accordStreams
}

/** A sign of life for every stream, and the end for those whose session is over: one query, however many are open. */
export async function beat(): Promise<void> {
  const all = [...(shared.accordStreams ?? [])]
  const living = await livingSessions(all.map((one) => one.sessionId)).catch(() => null)
  for (const one of all) {
    if (living && !living.has(one.sessionId)) one.close()
    else one.beat()
  }
}
