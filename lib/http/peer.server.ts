import 'server-only'
import { randomUUID } from 'node:crypto'
import diagnostics from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { env } from '@/lib/platform/env.server'

// Instrumentation and route handlers are bundled apart but share globalThis.
const shared = globalThis as unknown as { accordPeer?: string }

/**
 * From now on every request of this process carries the address of its socket, which Next does not hand to a route, in a
 * header whose name nobody outside knows. It goes no further than this process.
 */
export function watchPeers(): void {
  if (shared.accordPeer) return
  const name = `x-peer-${randomUUID()}`
  shared.accordPeer = name
  diagnostics.subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage }
    request.headers[name] = request.socket.remoteAddress
  })
}

/**
 * Who asks, by address: of the socket, or with TRUSTED_PROXY what the proxy in front added last to X-Forwarded-For. Without
 * TRUSTED_PROXY that header is never read, and under https the socket is the proxy's, which says nothing.
 * @returns undefined when it is not known
 */
export function addressOf({ headers }: Request): string | undefined {
  const { TRUSTED_PROXY, NEXTAUTH_URL } = env()
  const told =
    TRUSTED_PROXY === '1' ? headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : peer(headers)
  const address = withoutPort(told)?.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!address || isIP(address) === 0) return undefined
  return TRUSTED_PROXY === '1' || NEXTAUTH_URL.startsWith('http:') ? address : undefined
}

/** Some proxies name the port too: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (told: string | null | undefined): string | undefined =>
  /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/
    .exec(told ?? '')
    ?.slice(1)
    .find(Boolean) ??
  told ??
  undefined

const peer = (headers: Headers) => (shared.accordPeer ? headers.get(shared.accordPeer) : null)

/** A route that only reads: any other method is answered there with 405 and `Allow: GET`. */
const READS_ONLY = { method: 'PATCH', url: '/api/health' }

/**
 * From now on TRACE, which Next can make no request of and answers with a page about a failure of ours, is answered as a
 * method that is not there, whatever it was asked of.
 */
export function refuseTrace(): void {
  diagnostics.subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage }
    if (request.method === 'TRACE') Object.assign(request, READS_ONLY)
  })
}
