import 'server-only'
import { randomUUID } from 'node:crypto'
import diagnostics from 'node:diagnostics_channel'
import type { IncomingMessage, Server } from 'node:http'
import { isIP } from 'node:net'
import { env } from '@/lib/platform/env.server'

// Next bundles instrumentation and route handlers separately, but they share globalThis.
const shared = globalThis as unknown as { accordPeer?: string }

/**
 * Adds the client's socket address, which Next doesn't pass to routes, to every request of this process. The
 * header has a random name, so that clients can't forge it, and never leaves the process.
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
 * The client's address: of the socket, or with TRUSTED_PROXY the last entry of X-Forwarded-For, which the proxy
 * added. Without TRUSTED_PROXY the header is ignored, and with https the socket is the proxy's, so the address is
 * unknown.
 * @returns undefined when it's unknown
 */
export function addressOf({ headers }: { headers: Pick<Headers, 'get'> }): string | undefined {
  const { TRUSTED_PROXY, NEXTAUTH_URL } = env()
  const received =
    TRUSTED_PROXY === '1' ? headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : peer(headers)
  const address = withoutPort(received)?.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!address || isIP(address) === 0) return undefined
  return TRUSTED_PROXY === '1' || NEXTAUTH_URL.startsWith('http:') ? address : undefined
}

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (address: string | null | undefined): string | undefined =>
  /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/
    .exec(address ?? '')
    ?.slice(1)
    .find(Boolean) ??
  address ??
  undefined

const peer = (headers: Pick<Headers, 'get'>) => (shared.accordPeer ? headers.get(shared.accordPeer) : null)

/** A read-only route: it answers other methods with 405 and `Allow: GET`. */
const READ_ONLY_ROUTE = { method: 'PATCH', url: '/api/health' }

/**
 * Answers TRACE with 405 on every path. Next can't construct a request for it and would respond with an internal
 * error.
 */
export function refuseTrace(): void {
  diagnostics.subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage }
    if (request.method === 'TRACE') Object.assign(request, READ_ONLY_ROUTE)
  })
}

/**
 * Answers a request that offers another protocol, such as the h2c of Java's client, as if it didn't, which HTTP allows
 * (RFC 9110, 7.8). Next would close its connection without a response. Applies from the first request on.
 */
export function ignoreUpgrades(): void {
  diagnostics.subscribe('http.server.request.start', (message) => {
    const { server } = message as { server: Server }
    server.removeAllListeners('upgrade')
  })
}
