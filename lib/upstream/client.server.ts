import 'server-only'
import type { Exchange, ResponseLimits } from '@/lib/http/outbound.server'
import { failpoint } from '@/lib/platform/failpoint.server'
import { admit } from '@/lib/upstream/breaker.server'
import { giveBack } from '@/lib/upstream/budget.server'
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
import { noteEnd } from '@/lib/upstream/notes.server'
import { bearer, dropToken, type NoToken, type Token } from '@/lib/upstream/token.server'

const MIB = 1024 * 1024
const SINGLE: ResponseLimits = { headersMs: 30_000, totalMs: 35_000, maxBytes: MIB }
const BULK: ResponseLimits = { headersMs: 60_000, totalMs: 60_000, maxBytes: MIB }
const READ: ResponseLimits = { headersMs: 10_000, totalMs: 10_000, maxBytes: MIB }
const ITEMS: ResponseLimits = { headersMs: 10_000, totalMs: 10_000, maxBytes: 5 * MIB }
/** After a 401 a new token is fetched; the second sending must begin this soon after the first was due. */
const RESEND_WITHIN_MS = 6_000

/**
 * `sendBy`: this process's clock (performance.now()); a request not begun by then is dropped as not sent.
 * `call`: its place in the shared minute (takeSlot); ends with the request. The sandbox has none.
 * `token`: read a moment ago; without it the stored one is.
 * `bulkId`: whose refusal it is when the provider refuses to be paid.
 */
export type Sending = {
  sendBy: number
  call?: bigint
  token?: Token | NoToken
  bulkId?: string
}

/** 4.2: one check, paid. */
export const postSingle = (
  connection: UpstreamConnection,
  payload: CheckPayload,
  sending: Sending,
): Promise<PaidOutcome<WireVerification>> =>
  post(connection, '/account-holder-verifications', payload, SINGLE, parseVerification, sending)

/** 4.7: one check with a forced outcome; queries no bank, costs nothing. */
export const postSandbox = (
  connection: UpstreamConnection,
  payload: SandboxPayload,
  sending: Sending,
): Promise<PaidOutcome<WireVerification>> =>
  post(connection, '/sandbox/account-holder-verifications', payload, SINGLE, parseVerification, sending)

/** 4.4: 1 to 2,000 checks, paid at once. The body is compared with what was sent by the caller (`totalItems`). */
export const postBulk = (
  connection: UpstreamConnection,
  verifications: CheckPayload[],
  sending: Sending,
): Promise<PaidOutcome<WireBulk>> =>
  post(connection, '/account-holder-verifications/bulk', { verifications }, BULK, parseBulk, {
    ...sending,
    checks: verifications.length,
  })

/** 4.3: a check read again. */
export const getSingle = (
  connection: UpstreamConnection,
  id: string,
  call?: bigint,
): Promise<ReadOutcome<WireVerification>> =>
  get(connection, `/account-holder-verifications/${encodeURIComponent(id)}`, READ, parseVerification, call)

/** 4.5: the progress of a bulk. */
export const getBulk = (
  connection: UpstreamConnection,
  id: string,
  call?: bigint,
): Promise<ReadOutcome<WireBulk>> =>
  get(connection, `/account-holder-verifications/bulk/${encodeURIComponent(id)}`, READ, parseBulk, call)

/** 4.6: one page of results, from page 1. */
export const getBulkItems = (
  connection: UpstreamConnection,
  id: string,
  page: number,
  call?: bigint,
): Promise<ReadOutcome<WireItems>> =>
  get(
    connection,
    `/account-holder-verifications/bulk/${encodeURIComponent(id)}/items?page=${page}`,
    ITEMS,
    readItems,
    call,
  )

/**
 * Sends a paid request once. Only a 401, which says that nothing was executed, is answered with a new token and a second
 * sending; everything else is the caller's to decide.
 */
async function post<Body>(
  connection: UpstreamConnection,
  path: string,
  payload: object,
  limits: ResponseLimits,
  accept: (body: unknown) => Body | null,
  { sendBy, call, token, bulkId, checks = 1 }: Sending & { checks?: number },
): Promise<PaidOutcome<Body>> {
  const body = JSON.stringify(payload)
  const url = `${connection.baseUrl}${path}`
  const send = (token: Token, notAfter: number): Promise<Exchange> => {
    const headers = { authorization: `Bearer ${token.token}`, 'content-type': 'application/json' }
    failpoint('before_send')
    return exchange({ method: 'POST', url, headers, body, limits, notAfter, guarded: connection.guarded })
  }
  const sent = await authorised(connection, send, sendBy, token)
  const outcome = paidOutcome(sent, accept)
  await noteEnd(connection.id, call, sent, outcome, { checks, bulkId })
  return outcome
}

/** With the shared token; a 401 drops it, and the request is sent once more with the next one, unless that comes too late. */
async function authorised(
  connection: UpstreamConnection,
  send: (token: Token, notAfter: number) => Promise<Exchange>,
  sendBy: number,
  known?: Token | NoToken,
): Promise<Exchange> {
  const token = known ?? (await bearer(connection))
  if (token.kind === 'none') return { kind: 'not_sent', code: token.code }
  const first = await send(token, sendBy)
  if (!isUnauthorised(first)) return first
  await dropToken(connection.id, token.stamp)
  const renewed = await bearer(connection)
  if (renewed.kind === 'none') return { kind: 'not_sent', code: renewed.code }
  if (performance.now() > sendBy + RESEND_WITHIN_MS)
    return { kind: 'not_sent', code: 'upstream_token_refused' }
  return send(renewed, Number.POSITIVE_INFINITY)
}

function paidOutcome<Body>(sent: Exchange, accept: (body: unknown) => Body | null): PaidOutcome<Body> {
  if (sent.kind === 'answer') return classifyPaid(sent, accept)
  if (sent.kind === 'not_sent') return { kind: 'not_sent', code: sent.code }
  return { kind: 'unknown', code: sent.code, httpStatus: sent.status, latencyMs: sent.latencyMs }
}

/** Reads once. While the circuit is open nothing leaves, and the caller is told when to try again. */
async function get<Body>(
  connection: UpstreamConnection,
  path: string,
  limits: ResponseLimits,
  accept: (body: unknown) => Body | null,
  call?: bigint,
): Promise<ReadOutcome<Body>> {
  const admission = call === undefined ? { admitted: true as const } : await admit(call, connection.id, 0)
  if (!admission.admitted) {
    await giveBack(call ?? 0n)
    return { kind: 'failed', code: 'upstream_unavailable', retryInMs: admission.retryInMs ?? undefined }
  }
  const url = `${connection.baseUrl}${path}`
  const send = (token: Token) =>
    exchange({
      method: 'GET',
      url,
      headers: { authorization: `Bearer ${token.token}` },
      limits,
      guarded: connection.guarded,
    })
  const sent = await authorised(connection, send, Number.POSITIVE_INFINITY)
  const outcome = readOutcome(sent, accept)
  await noteEnd(connection.id, call, sent, outcome)
  return outcome
}

function readOutcome<Body>(sent: Exchange, accept: (body: unknown) => Body | null): ReadOutcome<Body> {
  if (sent.kind === 'answer') return classifyRead(sent, accept)
  const local = sent.kind === 'not_sent' && /auth/.test(sent.code)
  return { kind: 'failed', code: sent.kind === 'lost' || local ? sent.code : 'upstream_unreachable' }
}

const isUnauthorised = (sent: Exchange): boolean => sent.kind === 'answer' && sent.status === 401
