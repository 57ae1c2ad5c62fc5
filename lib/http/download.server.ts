import 'server-only'
import type { Actor } from '@/lib/auth/roles'
import { stillThere } from '@/lib/keys/still-there.server'
import { Refusal } from '@/lib/platform/refusal'

type File = { name: string; type: string }
type Pieces = AsyncIterator<string | Uint8Array>

/** A long download asks again this often whether it may go on. */
const LOOK_MS = 1_000

/** Downloads of one person at once. What was made ahead of a slow reader is held in memory. */
const AT_ONCE = 6
/** A reader who takes nothing for so long is gone. */
const IDLE_MS = 2 * 60_000

// Route handlers are bundled apart but share globalThis: the downloads of this process, by the id of the person.
const shared = globalThis as unknown as { accordDownloads?: Map<string, number> }

/** @returns gives the place back. @throws Refusal 429 downloads_open */
function takePlace(userId: string): () => void {
  shared.accordDownloads ??= new Map()
  const open = shared.accordDownloads
  const mine = open.get(userId) ?? 0
  if (mine >= AT_ONCE)
    throw new Refusal(
      429,
      'downloads_open',
      `You have ${AT_ONCE} downloads in progress. Wait until one finishes, then try again.`,
      { headers: { 'retry-after': '10' } },
    )
  open.set(userId, mine + 1)
  let taken = true
  return () => {
    if (!taken) return
    taken = false
    const left = (open.get(userId) ?? 1) - 1
    if (left > 0) open.set(userId, left)
    else open.delete(userId)
  }
}

/**
 * A file in pieces as an answer: sent as fast as it is read, never stored, never shown inside the browser. It breaks off,
 * and never looks whole, when the session or key that asked for it ends, or a role that it had is gone, or when nobody
 * reads it any more.
 * @param make is asked once there is a place for it
 * @throws Refusal 429 downloads_open, and those of `make`
 */
export async function download(
  actor: Actor,
  make: () => Promise<File & { pieces: Pieces }>,
): Promise<Response> {
  const giveBack = takePlace(actor.id)
  try {
    const { pieces, ...named } = await make()
    return new Response(bodyOf(pieces, actor, giveBack), { headers: headersOf(named) })
  } catch (error) {
    giveBack()
    throw error
  }
}

function bodyOf(pieces: Pieces, actor: Actor, giveBack: () => void): ReadableStream<Uint8Array> {
  const next = piecesFor(actor, pieces)
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
      const breakOff = () => {
        controller.error(new Error('nobody reads this download'))
        return end()
      }
      idle = setTimeout(breakOff, IDLE_MS).unref()
    },
    cancel: end,
  })
}

/** The next piece, null at the end; throws once whoever asked is gone. */
function piecesFor(actor: Actor, pieces: Pieces): () => Promise<Uint8Array | null> {
  const encoder = new TextEncoder()
  let looked = Date.now()
  return async () => {
    if (Date.now() - looked >= LOOK_MS) {
      if (!(await stillThere(actor)))
        throw new Error('whoever asked for this download may not have it any more')
      looked = Date.now()
    }
    const { done, value } = await pieces.next()
    if (done) return null
    return typeof value === 'string' ? encoder.encode(value) : value
  }
}

/** The same for a file that is whole already. */
export const file = ({ bytes, ...named }: File & { bytes: Uint8Array<ArrayBuffer> | Buffer }): Response =>
  new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: { ...headersOf(named), 'content-length': `${bytes.length}` },
  })

const headersOf = ({ name, type }: File) => ({
  'content-type': type,
  'content-disposition': disposition(name),
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
})

const hex = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`

/** To be kept under this name, whatever signs it has (RFC 6266, RFC 8187); a plain one for programs that know no other. */
export const disposition = (name: string): string =>
  `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, hex)}`
