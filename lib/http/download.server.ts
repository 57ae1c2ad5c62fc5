import 'server-only'
import type { Actor } from '@/lib/auth/roles'
import { takeBodySlot } from '@/lib/http/body.server'
import { isStillAuthorised } from '@/lib/keys/still-authorised.server'
import { Refusal } from '@/lib/platform/refusal'

type File = { name: string; type: string }
type Piece = string | Uint8Array
type Pieces = AsyncIterator<Piece> | Iterator<Piece>
/** A file that is written while it is sent. */
export type FileStream = File & { pieces: AsyncGenerator<Piece> }

/** How often a long download rechecks its authorisation. */
const RECHECK_MS = 1_000

/** Concurrent downloads per person, because data produced ahead of a slow reader is held in memory. */
const MAX_CONCURRENT = 6
/** A reader who takes no data for this long is considered gone. */
const IDLE_MS = 2 * 60_000

const full = () =>
  new Refusal(
    429,
    'downloads_open',
    `You have ${MAX_CONCURRENT} downloads in progress. Wait until one finishes, then try again.`,
    { headers: { 'retry-after': '10' } },
  )

/**
 * Streams a file as an attachment with backpressure. It's never stored and never displayed in the browser. The
 * stream is aborted, so that the client sees an incomplete file, when the session or key ends, when a role it had
 * is removed, or when the reader stalls.
 * @param make is called once a slot is free
 * @throws Refusal 429 downloads_open, and those of `make`
 */
export async function download(
  actor: Actor,
  make: () => Promise<File & { pieces: Pieces }>,
): Promise<Response> {
  const giveBack = takeBodySlot('download', actor.id, { atOnce: MAX_CONCURRENT, full })
  const askedAt = performance.now()
  try {
    const { pieces, ...named } = await make()
    const next = piecesFor(actor, pieces, askedAt)
    return new Response(bodyOf(pieces, next, giveBack), { headers: headersOf(named) })
  } catch (error) {
    giveBack()
    throw error
  }
}

type NextPiece = () => Promise<Uint8Array | null>

function bodyOf(pieces: Pieces, next: NextPiece, giveBack: () => void): ReadableStream<Uint8Array> {
  let idle: NodeJS.Timeout | undefined
  const end = async () => {
    clearTimeout(idle)
    giveBack()
    await pieces.return?.()
  }
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      clearTimeout(idle)
      const piece = await next().catch(async (error: unknown) => {
        await end()
        throw error
      })
      if (piece === null) {
        controller.close()
        return end()
      }
      controller.enqueue(piece)
      const abort = () => {
        controller.error(new Error('the client stopped reading this download'))
        return end()
      }
      idle = setTimeout(abort, IDLE_MS).unref()
    },
    cancel: end,
  })
}

/**
 * Returns the next chunk, null at the end; throws once the requester is no longer authorised.
 * @param authorisedAt when they last were: making a file may have taken long
 */
function piecesFor(actor: Actor, pieces: Pieces, authorisedAt: number): NextPiece {
  const encoder = new TextEncoder()
  return async () => {
    if (performance.now() - authorisedAt >= RECHECK_MS) {
      if (!(await isStillAuthorised(actor)))
        throw new Error('the requester no longer has access to this download')
      authorisedAt = performance.now()
    }
    const { done, value } = await pieces.next()
    if (done) return null
    return typeof value === 'string' ? encoder.encode(value) : value
  }
}

const headersOf = ({ name, type }: File) => ({
  'content-type': type,
  'content-disposition': disposition(name),
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
})

const hex = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/**
 * Content-Disposition for a file name with any characters (RFC 6266, RFC 8187), with an ASCII fallback for old
 * clients.
 */
const disposition = (name: string): string =>
  `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, hex)}`
