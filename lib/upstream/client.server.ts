import 'server-only'
import { classifyPaid, classifyRead, type PaidOutcome, type ReadOutcome } from '@/lib/upstream/classify'
import type { UpstreamConnection } from '@/lib/upstream/connection'
import {
  type CheckPayload,
  readBulk,
  readItems,
  readVerification,
  type SandboxPayload,
  type WireBulk,
  type WireItems,
  type WireVerification,
} from '@/lib/upstream/contract'
import { bearer, dropToken, type Token } from '@/lib/upstream/token.server'
import { type Exchange, exchange, type Limits } from '@/lib/upstream/transport.server'

const MIB = 1024 * 1024
const SINGLE: Limits = { headersMs: 30_000, totalMs: 35_000, maxBytes: MIB }
const BULK: Limits = { headersMs: 60_000, totalMs: 60_000, maxBytes: MIB }
const READ: Limits = { headersMs: 10_000, totalMs: 10_000, maxBytes: MIB }
const ITEMS: Limits = { headersMs: 10_000, totalMs: 10_000, maxBytes: 5 * MIB }
/** After a 401 a new token is fetched; the second sending must begin this soon after the first was due. */
const RESEND_WITHIN_MS = 6_000

/** `sendBy`: this process's clock (performance.now()); a request not begun by then is dropped as not sent. */
type Sending = { sendBy: number }

/** 4.2: one check, paid. */
export const postSingle = (
  connection: UpstreamConnection,
  payload: CheckPayload,
  sending: Sending,
): Promise<PaidOutcome<WireVerification>> =>
  post(connection, '/account-holder-verifications', payload, SINGLE, readVerification, sending)

/** 4.7: one check with a forced outcome; queries no bank, costs nothing. */
export const postSandbox = (
  connection: UpstreamConnection,
  payload: SandboxPayload,
  sending: Sending,
): Promise<PaidOutcome<WireVerification>> =>
  post(connection, '/sandbox/account-holder-verifications', payload, SINGLE, readVerification, sending)

/** 4.4: 1 to 2,000 checks, paid at once. The body is compared with what was sent by the caller (`totalItems`). */
export const postBulk = (
  connection: UpstreamConnection,
  verifications: CheckPayload[],
  sending: Sending,
): Promise<PaidOutcome<WireBulk>> =>
  post(connection, '/account-holder-verifications/bulk', { verifications }, BULK, readBulk, sending)

/** 4.3: a check read again. */
export const getSingle = (
  connection: UpstreamConnection,
  id: string,
): Promise<ReadOutcome<WireVerification>> =>
  get(connection, `/account-holder-verifications/${encodeURIComponent(id)}`, READ, readVerification)

/** 4.5: the progress of a bulk. */
export const getBulk = (connection: UpstreamConnection, id: string): Promise<ReadOutcome<WireBulk>> =>
  get(connection, `/account-holder-verifications/bulk/${encodeURIComponent(id)}`, READ, readBulk)

/** 4.6: one page of results, from page 1. */
export const getBulkItems = (
  connection: UpstreamConnection,
  id: string,
  page: number,
): Promise<ReadOutcome<WireItems>> =>
  get(
    connection,
    `/account-holder-verifications/bulk/${encodeURIComponent(id)}/items?page=${page}`,
    ITEMS,
    readItems,
  )

/**
 * Sends a paid request once. Only a 401, which says that nothing was executed, is answered with a new token and a second
 * sending; everything else is the caller's to decide (reliability B.2).
 */
async function post<Body>(
  connection: UpstreamConnection,
  path: string,
  payload: object,
  limits: Limits,
  accept: (body: unknown) => Body | null,
  { sendBy }: Sending,
): Promise<PaidOutcome<Body>> {
  const body = JSON.stringify(payload)
  const send = (token: Token, until: number): Promise<Exchange> =>
    performance.now() > until
      ? Promise.resolve({ kind: 'not_sent', code: 'claim_stale' })
      : exchange({
          method: 'POST',
          url: `${connection.baseUrl}${path}`,
          headers: { authorization: `Bearer ${token.token}`, 'content-type': 'application/json' },
          body,
          limits,
        })
  const token = await bearer(connection)
  if (token.kind === 'none') return { kind: 'not_sent', code: token.code }
  const first = await send(token, sendBy)
  if (!isUnauthorised(first)) return paidOutcome(first, accept)
  await dropToken(connection.id, token.stamp)
  const renewed = await bearer(connection)
  if (renewed.kind === 'none') return { kind: 'not_sent', code: renewed.code }
  const second = await send(
    renewed,
    performance.now() > sendBy + RESEND_WITHIN_MS ? 0 : Number.POSITIVE_INFINITY,
  )
  return paidOutcome(second, accept)
}

function paidOutcome<Body>(sent: Exchange, accept: (body: unknown) => Body | null): PaidOutcome<Body> {
  if (sent.kind === 'answer') return classifyPaid(sent, accept)
  if (sent.kind === 'not_sent') return { kind: 'not_sent', code: sent.code }
  return { kind: 'unknown', code: sent.code, httpStatus: sent.status, latencyMs: sent.latencyMs }
}

async function get<Body>(
  connection: UpstreamConnection,
  path: string,
  limits: Limits,
  accept: (body: unknown) => Body | null,
): Promise<ReadOutcome<Body>> {
  for (let attempt = 1; ; attempt++) {
    const token = await bearer(connection)
    if (token.kind === 'none') return { kind: 'failed', code: token.code }
    const headers = { authorization: `Bearer ${token.token}` }
    const answer = await exchange({ method: 'GET', url: `${connection.baseUrl}${path}`, headers, limits })
    if (isUnauthorised(answer) && attempt === 1) {
      await dropToken(connection.id, token.stamp)
      continue
    }
    if (answer.kind === 'answer') return classifyRead(answer, accept)
    return { kind: 'failed', code: answer.kind === 'lost' ? answer.code : 'upstream_unreachable' }
  }
}

const isUnauthorised = (sent: Exchange): boolean => sent.kind === 'answer' && sent.status === 401
