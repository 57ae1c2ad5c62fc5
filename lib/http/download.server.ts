import 'server-only'
import type { Actor } from '@/lib/auth/roles'
import { stillThere } from '@/lib/keys/still-there.server'

type File = { name: string; type: string }

/** A long download asks again this often whether it may go on. */
const LOOK_MS = 1_000

/**
 * A file in pieces as an answer: sent as fast as it is read, never stored, never shown inside the browser. It breaks off,
 * and never looks whole, when the session or key that asked for it ends, or a role that it had is gone.
 */
export function download(
  pieces: AsyncIterator<string | Uint8Array>,
  { name, type }: File,
  actor: Actor,
): Response {
  const encoder = new TextEncoder()
  let looked = Date.now()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (Date.now() - looked >= LOOK_MS) {
        if (!(await stillThere(actor))) {
          await pieces.return?.()
          return controller.error(new Error('whoever asked for this download may not have it any more'))
        }
        looked = Date.now()
      }
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
    },
    async cancel() {
      await pieces.return?.()
    },
  })
  return new Response(body, { headers: headersOf({ name, type }) })
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
