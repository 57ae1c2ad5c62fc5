import 'server-only'
import type { Exchange, ResponseLimits, SocketUse } from '@/lib/http/outbound.server'
import { failpoint } from '@/lib/platform/failpoint.server'
import { logger } from '@/lib/platform/log/logger.server'
import { admit } from '@/lib/upstream/breaker.server'
import { returnSlot } from '@/lib/upstream/budget.server'
import { classifyPaid, classifyRead, type PaidOutcome, type ReadOutcome } from '@/lib/upstream/classify'
import type { UpstreamConnection } from '@/lib/upstream/connection'
import {
  type CheckPayload,
  parseBulk,
  parseVerification,
  readItems,
  type SandboxPayload,
  type WireBulk,
  type WireItems,
  type WireVerification,
} from '@/lib/upstream/contract'
import { exchange } from '@/lib/upstream/exchange.server'
import { recordRequestEnd } from '@/lib/upstream/request-end.server'
import { dropToken, getAccessToken, type NoToken, type Token } from '@/lib/upstream/token.server'

type PaidKind = { purpose: SocketUse; limits: ResponseLimits }

const MIB = 1024 * 1024
const SINGLE: PaidKind = {
  purpose: 'check',
  limits: { headersMs: 30_000, totalMs: 35_000, maxBytes: MIB },
}
const BULK: PaidKind = { purpose: 'bulk', limits: { headersMs: 60_000, totalMs: 60_000, maxBytes: MIB } }
const READ: ResponseLimits = { headersMs: 10_000, totalMs: 10_000, maxBytes: MIB }
const ITEMS: ResponseLimits = { headersMs: 10_000, totalMs: 10_000, maxBytes: 5 * MIB }
/** After a 401 and a new token, the second request must start within this time after the first was due. */
const RESEND_WITHIN_MS = 6_000

/**
 * `sendBy`: on this process's monotonic clock (performance.now()); a request that has not started by then is not sent.
 * `call`: its slot in the shared rate limit (takeSlot), freed when the request ends. The sandbox has none.
 * `token`: read a moment ago; omitted: the stored one is used.
 * `bulkId`: the bulk to record when the provider refuses payment.
 */
export type Sending = {
  sendBy: number
  call?: bigint
  token?: Token | NoToken
  bulkId?: string
}

/** Specification 4.2: one check, paid. */
export const postSingle = (
  connection: UpstreamConnection,
  payload: CheckPayload,
  sending: Sending,
): Promise<PaidOutcome<WireVerification>> =>
  post(connection, '/account-holder-verifications', payload, SINGLE, parseVerification, sending)

/** Specification 4.7: one check with a forced outcome; free of charge, asks no bank. */
export const postSandbox = (
  connection: UpstreamConnection,
  payload: SandboxPayload,
  sending: Sending,
): Promise<PaidOutcome<WireVerification>> =>
  post(connection, '/sandbox/account-holder-verifications', payload, SINGLE, parseVerification, sending)

/** Specification 4.4: 1 to 2,000 checks, all paid. The caller compares `totalItems` with what was sent. */
export const postBulk = (
  connection: UpstreamConnection,
  verifications: CheckPayload[],
  sending: Sending,
): Promise<PaidOutcome<WireBulk>> =>
  post(connection, '/account-holder-verifications/bulk', { verifications }, BULK, parseBulk, {
    ...sending,
    checks: verifications.length,
  })

/** Specification 4.3: reads a check again. */
export const getSingle = (
  connection: UpstreamConnection,
  id: string,
  call: bigint,
): Promise<ReadOutcome<WireVerification>> =>
  get(connection, `/account-holder-verifications/${encodeURIComponent(id)}`, READ, parseVerification, call)

/** Specification 4.5: the progress of a bulk. */
export const getBulk = (
  connection: UpstreamConnection,
  id: string,
  call: bigint,
): Promise<ReadOutcome<WireBulk>> =>
  get(connection, `/account-holder-verifications/bulk/${encodeURIComponent(id)}`, READ, parseBulk, call)

/** Specification 4.6: one page of results; pages start at 1. */
export const getBulkItems = (
  connection: UpstreamConnection,
  id: string,
  page: number,
  call: bigint,
): Promise<ReadOutcome<WireItems>> =>
  get(
    connection,
    `/account-holder-verifications/bulk/${encodeURIComponent(id)}/items?page=${page}`,
    ITEMS,
    readItems,
    call,
  )

/**
 * Sends a paid request once. Only after a 401, which proves that nothing was executed, is it sent again with a new
 * token. All other retries are the caller's decision.
 */
async function post<Body>(
  connection: UpstreamConnection,
  path: string,
  payload: object,
  kind: PaidKind,
  accept: (body: unknown) => Body | null,
  { sendBy, call, token, bulkId, checks = 1 }: Sending & { checks?: number },
): Promise<PaidOutcome<Body>> {
  const body = JSON.stringify(payload)
  const url = `${connection.baseUrl}${path}`
  const send = (token: Token, notAfter: number): Promise<Exchange> => {
    const headers = { authorization: `Bearer ${token.token}`, 'content-type': 'application/json' }
    failpoint('before_send')
    return exchange({ method: 'POST', url, headers, body, ...kind, notAfter, guarded: connection.guarded })
  }
  const sent = await sendAuthorised(connection, send, sendBy, token)
  const outcome = paidOutcome(sent, accept)
  await recordRequestEnd(connection, call, sent, outcome, { checks, bulkId })
  return outcome
}

/** Sends with the shared token. A 401 drops the token and sends once more with a new one, unless it is too late. */
async function sendAuthorised(
  connection: UpstreamConnection,
  send: (token: Token, notAfter: number) => Promise<Exchange>,
  sendBy: number,
  known?: Token | NoToken,
): Promise<Exchange> {
  const token = known ?? (await tokenFor(connection))
  if (token.kind === 'none') return { kind: 'not_sent', code: token.code }
  const first = await send(token, sendBy)
  if (!isUnauthorised(first)) return first
  const renewed = await tokenFor(connection, token)
  if (renewed.kind === 'none') return { kind: 'not_sent', code: renewed.code }
  const resendBy = sendBy + RESEND_WITHIN_MS
  if (performance.now() > resendBy) return { kind: 'not_sent', code: 'upstream_token_refused' }
  return send(renewed, resendBy)
}

/** Never throws: a failure of ours before anything was executed must not look like a lost response. */
async function tokenFor(connection: UpstreamConnection, refused?: Token): Promise<Token | NoToken> {
  try {
    if (refused) await dropToken(connection.id, refused.stamp)
    return await getAccessToken(connection)
  } catch (error) {
    logger.error({ error, connectionId: connection.id }, 'could not get an access token')
    return { kind: 'none', code: 'upstream_auth_unavailable' }
  }
}

function paidOutcome<Body>(sent: Exchange, accept: (body: unknown) => Body | null): PaidOutcome<Body> {
  if (sent.kind === 'answer') return classifyPaid(sent, accept)
  if (sent.kind === 'not_sent') return { kind: 'not_sent', code: sent.code }
  return { kind: 'unknown', code: sent.code, httpStatus: sent.status, latencyMs: sent.latencyMs }
}

/** Reads once. While the circuit is open nothing is sent, and the result says when to retry. */
async function get<Body>(
  connection: UpstreamConnection,
  path: string,
  limits: ResponseLimits,
  accept: (body: unknown) => Body | null,
  call: bigint,
): Promise<ReadOutcome<Body>> {
  const admission = await admit(call, connection.id, 0)
  if (!admission.admitted) {
    await returnSlot(call)
    return { kind: 'failed', code: 'upstream_unavailable', retryInMs: admission.retryInMs ?? undefined }
  }
  const url = `${connection.baseUrl}${path}`
  const send = (token: Token) =>
    exchange({
      method: 'GET',
      purpose: 'read',
      url,
      headers: { authorization: `Bearer ${token.token}` },
      limits,
      guarded: connection.guarded,
    })
  const sent = await sendAuthorised(connection, send, Number.POSITIVE_INFINITY)
  const outcome = readOutcome(sent, accept)
  await recordRequestEnd(connection, call, sent, outcome)
  return outcome
}

function readOutcome<Body>(sent: Exchange, accept: (body: unknown) => Body | null): ReadOutcome<Body> {
  if (sent.kind === 'answer') return classifyRead(sent, accept)
  const local = sent.kind === 'not_sent' && /auth/.test(sent.code)
  return { kind: 'failed', code: sent.kind === 'lost' || local ? sent.code : 'upstream_unreachable' }
}

const isUnauthorised = (sent: Exchange): boolean => sent.kind === 'answer' && sent.status === 401
