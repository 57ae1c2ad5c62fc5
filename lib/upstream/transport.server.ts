import 'server-only'
import { Agent, buildConnector, request } from 'undici'
import { publicConnector } from '@/lib/http/guarded.server'

/** Explicit limits of one request: nothing is left to the defaults of the library (300 s). */
export type ResponseLimits = { headersMs: number; totalMs: number; maxBytes: number }

export type WireRequest = {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
  limits: ResponseLimits
  /** by this process's clock: a request that finds no free socket by then is not sent */
  notAfter?: number
  /** a person typed the address: only public places are connected to */
  guarded?: boolean
}

/**
 * `answer`: the whole answer was read. `not_sent`: no byte of the request left this process.
 * `lost`: it left, or may have left, and no whole answer came back.
 */
export type Exchange =
  | { kind: 'answer'; status: number; headers: Record<string, string>; text: string; latencyMs: number }
  | { kind: 'not_sent'; code: string }
  | { kind: 'lost'; code: string; status?: number; latencyMs: number }

const CONNECT_MS = 3_000
const SOCKETS = 8
const neverConnected = new WeakSet<object>()

/** Sockets of one method: who finds none free waits here, where waiting can be given up, not inside the library. */
type Line = { agent: Agent; free: number; waiting: (() => void)[] }
const shared = globalThis as unknown as { accordUpstream?: Map<string, Line> }

/** Own sockets, apart from Next's patched fetch; reads keep theirs while paid requests hang. */
function lineFor({ method, guarded = false }: WireRequest): Line {
  const key = `${method} ${guarded ? 'guarded' : 'trusted'}`
  shared.accordUpstream ??= new Map()
  const line = shared.accordUpstream.get(key) ?? { agent: openAgent(guarded), free: SOCKETS, waiting: [] }
  shared.accordUpstream.set(key, line)
  return line
}

async function takeSocket(line: Line): Promise<void> {
  if (line.free > 0) line.free--
  else await new Promise<void>((next) => line.waiting.push(next))
}

function returnSocket(line: Line): void {
  const next = line.waiting.shift()
  if (next) next()
  else line.free++
}

/** An error while connecting is marked: then nothing was written. */
function openAgent(guarded: boolean): Agent {
  const open = guarded ? publicConnector(CONNECT_MS) : buildConnector({ timeout: CONNECT_MS })
  return new Agent({
    connections: SOCKETS,
    pipelining: 1,
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
 * One request, one answer, no second try: redirects are not followed, bodies not unpacked, deadlines absolute.
 * Never throws; says whether the request can have reached the provider.
 */
export async function exchange(wire: WireRequest): Promise<Exchange> {
  const line = lineFor(wire)
  await takeSocket(line)
  try {
    if (performance.now() > (wire.notAfter ?? Number.POSITIVE_INFINITY))
      return { kind: 'not_sent', code: 'claim_stale' }
    return await exchangeOn(line.agent, wire)
  } finally {
    returnSocket(line)
  }
}

async function exchangeOn(dispatcher: Agent, wire: WireRequest): Promise<Exchange> {
  const started = performance.now()
  const elapsed = () => Math.round(performance.now() - started)
  let status: number | undefined
  try {
    const response = await request(wire.url, {
      method: wire.method,
      headers: { accept: 'application/json', 'accept-encoding': 'identity', ...wire.headers },
      body: wire.body,
      dispatcher,
      headersTimeout: wire.limits.headersMs,
      bodyTimeout: wire.limits.totalMs,
      signal: AbortSignal.timeout(wire.limits.totalMs),
    })
    status = response.statusCode
    const headers = firstOfEach(response.headers)
    const text = await readAtMost(response.body, wire.limits.maxBytes)
    if (text === null) return { kind: 'lost', code: 'upstream_too_large', status, latencyMs: elapsed() }
    return { kind: 'answer', status, headers, text, latencyMs: elapsed() }
  } catch (error) {
    if (error instanceof Error && neverConnected.has(error))
      return { kind: 'not_sent', code: whyNotSent(error) }
    return { kind: 'lost', code: whyLost(error), status, latencyMs: elapsed() }
  }
}

/** @returns null when the body is larger, or packed although we asked for it as it is */
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

function whyNotSent(error: Error): string {
  const code = codeOf(error)
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code)) return 'upstream_tls'
  return 'upstream_unreachable'
}

function whyLost(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'TimeoutError' || /TIMEOUT/.test(codeOf(error))) return 'upstream_timeout'
  return 'upstream_connection_lost'
}
