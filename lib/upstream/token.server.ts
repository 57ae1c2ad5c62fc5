import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { decrypt, encrypt, readableSecret, sha256 } from '@/lib/platform/crypto.server'
import { type Db, db, Prisma } from '@/lib/platform/db.server'
import { logger } from '@/lib/platform/log/logger.server'
import { notFound } from '@/lib/platform/refusal'
import { bytes, select, text } from '@/lib/platform/sql/select.server'
import { parseBody } from '@/lib/upstream/classify'
import type { UpstreamConnection } from '@/lib/upstream/connection'
import { exchange } from '@/lib/upstream/exchange.server'
import { tokenSeconds, usableToken } from '@/lib/upstream/token'

/** `stamp` identifies the token: only a request that used the current one may drop it. */
export type Token = { kind: 'token'; token: string; stamp: string }
export type NoToken = {
  kind: 'none'
  /** `upstream_auth_failed`: client ID or secret is wrong, or the stored secret can't be decrypted */
  code: 'upstream_auth_failed' | 'upstream_auth_unavailable' | 'upstream_unreachable' | 'upstream_tls'
  httpStatus?: number
}

const WAIT_MS = 10_000
const RETRY_MS = 50
const LIMITS = { headersMs: 8_000, totalMs: 8_000, maxBytes: 1024 * 1024 }

const shared = globalThis as unknown as { accordTokens?: Map<string, Promise<Token | NoToken>> }

/**
 * Returns the bearer token of a connection from the row that all processes share; requests a new one five minutes
 * before the old one expires, by the database clock. Single-flight across the fleet, and at most one request in 10
 * seconds. Waits at most 10 s. Calls of one process with the same secret share a request.
 */
export async function getAccessToken(connection: UpstreamConnection): Promise<Token | NoToken> {
  const stored = await storedToken(connection.id)
  if (stored) return stored
  const secret = readableSecret(connection.secret, { connectionId: connection.id })
  if (secret === null) return { kind: 'none', code: 'upstream_auth_failed' }
  shared.accordTokens ??= new Map()
  const key = `${connection.id} ${sha256(secret)}`
  const running = shared.accordTokens.get(key) ?? refresh(connection, secret)
  shared.accordTokens.set(key, running)
  return running.finally(() => shared.accordTokens?.delete(key))
}

async function storedToken(connectionId: string): Promise<Token | null> {
  const [row] = await select(
    db(),
    { cipher: bytes.notNull(), stamp: text },
    Prisma.sql`
    select token_cipher as cipher, md5(token_cipher) as stamp from connections
     where id = ${connectionId}::uuid and token_until > now() and token_cipher is not null`,
  )
  return row ? tokenOf(connectionId, row) : null
}

const tokenPlace = (id: string) => `connections|token_cipher|${id}` as const

/** Decrypts a stored token; null when that fails. */
function tokenOf(connectionId: string, stored: { cipher: Uint8Array; stamp: string }): Token | null {
  try {
    const token = decrypt(stored.cipher, tokenPlace(connectionId)).toString('utf8')
    return { kind: 'token', token, stamp: stored.stamp }
  } catch (error) {
    logger.warn({ error, connectionId }, 'could not decrypt the stored token, requesting a new one')
    return null
  }
}

async function refresh(connection: UpstreamConnection, secret: string): Promise<Token | NoToken> {
  const until = performance.now() + WAIT_MS
  for (;;) {
    if (await leaseTokenCall(connection.id)) return requestToken(connection, secret)
    const other = await storedToken(connection.id)
    if (other) return other
    if (performance.now() > until) return { kind: 'none', code: 'upstream_auth_unavailable' }
    await sleep(RETRY_MS)
  }
}

/** Allows one token request across the fleet every 10 s: the conditional update is the lock. */
async function leaseTokenCall(
  connectionId: string,
  even: 'if-usable' | 'if-needed' = 'if-needed',
): Promise<boolean> {
  const taken = await db().$executeRaw`
    update connections set token_requested_at = clock_timestamp()
     where id = ${connectionId}::uuid
       and (${even === 'if-usable'} or token_cipher is null or token_until is null or token_until <= now())
       and (token_requested_at is null or token_requested_at < clock_timestamp() - interval '10 seconds')`
  return taken === 1
}

/** Requests a token (specification 4.1) and stores it. Its age counts from before the request. */
async function requestToken(connection: UpstreamConnection, secret: string): Promise<Token | NoToken> {
  const answer = await fetchToken(connection, secret)
  if (answer.kind === 'none') return answer
  return storeToken(db(), connection.id, answer)
}

/** Stores a token for all processes, unless its connection was deleted. */
export async function storeToken(on: Db, id: string, { token, seconds }: FreshToken): Promise<Token> {
  const [row] = await select(
    on,
    { stamp: text },
    Prisma.sql`
    update connections set token_cipher = ${encrypt(token, tokenPlace(id))},
                           token_until = token_requested_at + make_interval(secs => ${seconds})
     where id = ${id}::uuid returning md5(token_cipher) as stamp`,
  )
  return { kind: 'token', token, stamp: row?.stamp ?? '' }
}

/** A token that isn't stored. `seconds`: how long it is used, from before its request. */
export type FreshToken = { kind: 'token'; token: string; seconds: number }

/**
 * Tries a client secret without storing anything. May wait, because there is at most one token request in 10 s.
 * @throws Refusal 404 when the connection is deleted during the wait
 */
export async function tryCredentials(
  connection: UpstreamConnection,
  secret: string,
): Promise<FreshToken | NoToken> {
  const until = performance.now() + WAIT_MS + 1_000
  while (!(await leaseTokenCall(connection.id, 'if-usable'))) {
    if ((await db().connection.count({ where: { id: connection.id } })) === 0) throw notFound()
    if (performance.now() > until) return { kind: 'none', code: 'upstream_auth_unavailable' }
    await sleep(RETRY_MS * 4)
  }
  return fetchToken(connection, secret)
}

/** Requests a token, whatever is stored: for a connection that isn't stored yet. */
export async function fetchToken(
  { baseUrl, clientId, guarded }: Pick<UpstreamConnection, 'baseUrl' | 'clientId' | 'guarded'>,
  secret: string,
): Promise<FreshToken | NoToken> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: secret,
  })
  const answer = await exchange({
    method: 'POST',
    purpose: 'token',
    url: `${baseUrl}/oauth2/token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
    limits: LIMITS,
    guarded,
  })
  // without a free socket in time, nothing is known of the provider
  const late = answer.kind === 'not_sent' && answer.code === 'claim_stale'
  if (answer.kind === 'not_sent' && !late)
    return { kind: 'none', code: answer.code === 'upstream_tls' ? 'upstream_tls' : 'upstream_unreachable' }
  if (answer.kind !== 'answer') return { kind: 'none', code: 'upstream_auth_unavailable' }
  const { status: httpStatus } = answer
  const body = parseBody(answer) as Record<string, unknown> | null | undefined
  if (isRefusal(httpStatus, body)) return { kind: 'none', code: 'upstream_auth_failed', httpStatus }
  if (httpStatus !== 200 || body === undefined)
    return { kind: 'none', code: 'upstream_auth_unavailable', httpStatus }
  const token = usableToken(body)
  if (token === null) return { kind: 'none', code: 'upstream_auth_failed', httpStatus }
  return { kind: 'token', token, seconds: tokenSeconds(body?.expires_in) }
}

/** Whether the token endpoint refused the credentials. A 403 with an HTML page comes from a gateway in front of it. */
const isRefusal = (status: number, body: unknown): boolean =>
  status === 400 || status === 401 || (status === 403 && body !== undefined)

/** Drops the token after a 401, unless it has been replaced already. */
export async function dropToken(connectionId: string, stamp: string): Promise<void> {
  await db().$executeRaw`
    update connections set token_until = now()
     where id = ${connectionId}::uuid and md5(token_cipher) = ${stamp}`
}
