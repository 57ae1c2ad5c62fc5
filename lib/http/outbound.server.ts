import 'server-only'
import { isIP } from 'node:net'
import { Agent, buildConnector, request } from 'undici'
import { checkPublicUrl, isPublicAddress, NotPublic, publicLookup } from '@/lib/http/public-address.server'
import { Slots } from '@/lib/platform/threads/slots'

/** Explicit limits of one request, instead of the library's default timeout (300 s). */
export type ResponseLimits = { headersMs: number; totalMs: number; maxBytes: number }

export type OutboundRequest = {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  body?: string
  limits: ResponseLimits
}

/**
 * `answer`: the whole response was read. `not_sent`: no byte of the request left this process.
 * `lost`: it left or may have left, and no complete response came back.
 */
export type Exchange =
  | { kind: 'answer'; status: number; headers: Record<string, string>; text: string; latencyMs: number }
  | { kind: 'not_sent'; code: string }
  | { kind: 'lost'; code: string; status?: number; latencyMs: number }

const CONNECT_MS = 3_000
const SOCKETS = 8
const neverConnected = new WeakSet<object>()

/** What a request is for: each purpose has sockets of its own, so that hanging requests delay only their own kind. */
export type SocketUse = 'read' | 'token' | 'check' | 'bulk'

/**
 * The sockets of one purpose. A request without a free socket waits here, where it can be cancelled, instead of
 * inside the library.
 */
type SocketPool = { agent: Agent; slots: Slots }
const shared = globalThis as unknown as { accordOutbound?: Map<string, SocketPool> }

/**
 * Sends a request to a configured server. Connections are kept alive, eight per purpose. Never throws; says whether the
 * request can have reached the server.
 * @param notAfter by this process's clock: a request without a free socket by then is `not_sent`, `too_late`. Omitted:
 * the wait for a socket counts towards the time of the whole request
 * @param onlyPublic the address was typed by a person: connect to public addresses only
 */
export async function requestTrusted(
  options: OutboundRequest,
  { purpose, notAfter, onlyPublic = false }: { purpose: SocketUse; notAfter?: number; onlyPublic?: boolean },
): Promise<Exchange> {
  const { limits } = options
  const leaveBy = notAfter ?? performance.now() + limits.totalMs
  const pool = poolFor(purpose, onlyPublic)
  if (!(await pool.slots.take(leaveBy - performance.now()))) return TOO_LATE
  try {
    const left = leaveBy - performance.now()
    if (left < 0) return TOO_LATE
    const totalMs = notAfter === undefined ? Math.ceil(left) : limits.totalMs
    return await exchangeOn(pool.agent, { ...options, limits: { ...limits, totalMs } })
  } finally {
    pool.slots.give()
  }
}

const TOO_LATE = { kind: 'not_sent', code: 'too_late' } as const

/**
 * Sends a request to an address that a person typed, safe from server-side request forgery: https, public, the IP
 * address pinned when connecting, on a socket that is closed afterwards. Never throws; a refused address is
 * `not_sent` with `address_…`.
 * @param trusted origins from the installation's settings: allowed unchecked, including plain http and private
 * addresses
 * @param lookup for tests: another DNS resolver
 */
export async function requestUntrusted(
  options: OutboundRequest,
  { trusted = [], lookup }: { trusted?: readonly string[]; lookup?: ReturnType<typeof publicLookup> } = {},
): Promise<Exchange> {
  const isTrusted = URL.canParse(options.url) && trusted.includes(new URL(options.url).origin)
  const checked = checkPublicUrl(options.url)
  if (!isTrusted && !checked.ok) return { kind: 'not_sent', code: checked.reason }
  const agent = openAgent(isTrusted ? trustedConnector() : publicConnector(lookup), 0)
  try {
    return await exchangeOn(agent, options)
  } finally {
    agent.destroy().catch(() => {})
  }
}

/** Our own sockets, separate from Next's patched fetch. */
function poolFor(purpose: SocketUse, onlyPublic: boolean): SocketPool {
  const key = `${purpose} ${onlyPublic ? 'public' : 'trusted'}`
  shared.accordOutbound ??= new Map()
  const opened = shared.accordOutbound.get(key)
  if (opened) return opened
  const agent = openAgent(onlyPublic ? publicConnector() : trustedConnector(), 1)
  const pool = { agent, slots: new Slots(SOCKETS) }
  shared.accordOutbound.set(key, pool)
  return pool
}

const trustedConnector = () => buildConnector({ timeout: CONNECT_MS })

/** Connects to public addresses only, and to exactly the address that was checked. */
function publicConnector(lookup = publicLookup()): buildConnector.connector {
  const open = buildConnector({ timeout: CONNECT_MS, lookup } as buildConnector.BuildOptions)
  return (options, done) => {
    const host = options.hostname.replace(/^\[|\]$/g, '')
    // an IP address in the URL is never looked up
    if (isIP(host) !== 0 && !isPublicAddress(host)) return done(new NotPublic(), null)
    open(options, done)
  }
}

/** Marks errors while connecting: nothing was written then. `pipelining` 0 disables keep-alive. */
function openAgent(open: buildConnector.connector, pipelining: 0 | 1): Agent {
  return new Agent({
    connections: SOCKETS,
    pipelining,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 4_000,
    connect: (options, done) =>
      open(options, (error, socket) => {
        if (error) neverConnected.add(error)
        if (error) done(error, null)
        else done(null, socket as NonNullable<typeof socket>)
      }),
  })
}

/**
 * One request and one response without retries: redirects aren't followed, bodies aren't decompressed, deadlines
 * are absolute.
 */
async function exchangeOn(
  dispatcher: Agent,
  { url, limits, ...options }: OutboundRequest,
): Promise<Exchange> {
  const started = performance.now()
  const elapsed = () => Math.round(performance.now() - started)
  let status: number | undefined
  try {
    const response = await request(url, {
      ...options,
      dispatcher,
      headersTimeout: limits.headersMs,
      bodyTimeout: limits.totalMs,
      signal: AbortSignal.timeout(limits.totalMs),
    })
    status = response.statusCode
    const headers = firstOfEach(response.headers)
    const text = await readAtMost(response.body, limits.maxBytes)
    if (text === null) return { kind: 'lost', code: 'too_large', status, latencyMs: elapsed() }
    return { kind: 'answer', status, headers, text, latencyMs: elapsed() }
  } catch (error) {
    if (error instanceof Error && neverConnected.has(error))
      return { kind: 'not_sent', code: whyNotSent(error) }
    return {
      kind: 'lost',
      code: isTimeout(error) ? 'timeout' : 'connection_lost',
      status,
      latencyMs: elapsed(),
    }
  }
}

/** @returns null when the body is larger */
async function readAtMost(body: AsyncIterable<Uint8Array> & { destroy(): unknown }, maxBytes: number) {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > maxBytes) {
      body.destroy()
      return null
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function firstOfEach(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const pairs = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value[0] : value,
  ])
  return Object.fromEntries(pairs.filter((pair): pair is [string, string] => pair[1] !== undefined))
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')

const isTimeout = (error: unknown): boolean =>
  (error instanceof Error && error.name === 'TimeoutError') || /TIMEOUT/.test(codeOf(error))

function whyNotSent(error: Error): string {
  if (error instanceof NotPublic) return error.code
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(codeOf(error))) return 'tls'
  return isTimeout(error) ? 'timeout' : 'unreachable'
}
