import 'server-only'
import { isIP } from 'node:net'
import { Agent, buildConnector, request } from 'undici'
import {
  checkPublicUrl,
  isPublicAddress,
  NotPublic,
  publicLookup,
  type UrlProblem,
} from '@/lib/http/public-address.server'

export type Connect = buildConnector.connector

/**
 * Opens sockets to the public internet only. The address that was judged is the one that is connected to.
 * @param lookup for tests: another name server
 */
export function publicConnector(timeout: number, lookup = publicLookup()): Connect {
  const open = buildConnector({ timeout, lookup } as buildConnector.BuildOptions)
  return (options, done) => {
    const host = options.hostname.replace(/^\[|\]$/g, '')
    // an IP address in the URL is never looked up
    if (isIP(host) !== 0 && !isPublicAddress(host)) return done(new NotPublic(), null)
    open(options, done)
  }
}

export type GuardedRequest = {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  timeoutMs?: number
  maxBytes?: number
  /** origins that the installation itself names: taken as given, plain http and private places too */
  trusted?: readonly string[]
  /** for tests: another name server */
  lookup?: ReturnType<typeof publicLookup>
}

/** `refused`: nothing left this house, the address may not be asked. `failed`: it may have. */
export type GuardedAnswer =
  | { kind: 'answer'; status: number; headers: Record<string, string>; text: string }
  | { kind: 'refused'; code: UrlProblem | 'address_private' }
  | { kind: 'failed'; code: 'unreachable' | 'tls' | 'timeout' | 'too_large' }

const CONNECT_MS = 3_000

/**
 * Asks an address that a person typed (no server-side request forgery): https, public, pinned at connect, no
 * redirects, an absolute deadline, a limit on what is read. Never throws for what the other side does.
 */
export async function guardedFetch(raw: string, asked: GuardedRequest = {}): Promise<GuardedAnswer> {
  const trusted = URL.canParse(raw) && (asked.trusted ?? []).includes(new URL(raw).origin)
  const checked = trusted ? { ok: true as const, url: new URL(raw) } : checkPublicUrl(raw)
  if (!checked.ok) return { kind: 'refused', code: checked.reason }
  const connect = trusted
    ? buildConnector({ timeout: CONNECT_MS })
    : publicConnector(CONNECT_MS, asked.lookup)
  const dispatcher = new Agent({ connect, pipelining: 0 })
  try {
    return await exchange(checked.url, asked, dispatcher)
  } catch (error) {
    return whyFailed(error)
  } finally {
    dispatcher.destroy().catch(() => {})
  }
}

async function exchange(url: URL, asked: GuardedRequest, dispatcher: Agent): Promise<GuardedAnswer> {
  const { method = 'GET', headers, body, timeoutMs = 10_000, maxBytes = 64 * 1024 } = asked
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await request(url, { method, headers, body, dispatcher, signal })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.byteLength
    if (size > maxBytes) return { kind: 'failed', code: 'too_large' }
    chunks.push(chunk)
  }
  const pairs = Object.entries(response.headers).map(([name, value]) => [name, String(value ?? '')])
  const text = Buffer.concat(chunks).toString('utf8')
  return { kind: 'answer', status: response.statusCode, headers: Object.fromEntries(pairs), text }
}

function whyFailed(error: unknown): GuardedAnswer {
  if (error instanceof NotPublic) return { kind: 'refused', code: error.code }
  const { name = '', code = '' } = error as { name?: string; code?: unknown }
  if (name === 'TimeoutError' || /TIMEOUT/.test(String(code))) return { kind: 'failed', code: 'timeout' }
  const tls = /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(String(code))
  return { kind: 'failed', code: tls ? 'tls' : 'unreachable' }
}
