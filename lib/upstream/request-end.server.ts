import 'server-only'
import type { Exchange } from '@/lib/http/outbound.server'
import { db, Prisma } from '@/lib/platform/db.server'
import { logger } from '@/lib/platform/log/logger.server'
import { type BreakerCode, isFailure } from '@/lib/upstream/breaker'
import { abandonCall, endCall, type Payment } from '@/lib/upstream/breaker.server'
import { reduceRate } from '@/lib/upstream/budget.server'
import { type PaidOutcome, type ReadOutcome, retryAfter } from '@/lib/upstream/classify'
import type { UpstreamConnection } from '@/lib/upstream/connection'
import { stopPaidRequests } from '@/lib/upstream/paid-requests.server'

type RequestOutcome = PaidOutcome<unknown> | ReadOutcome<unknown>

/**
 * Records what the fleet learns from a request. A failure here never loses a paid response.
 * @param paid the number of checks of a paid request, whose result says something about payment
 */
export async function recordRequestEnd(
  connection: UpstreamConnection,
  call: bigint | undefined,
  sent: Exchange,
  outcome: RequestOutcome,
  paid?: { checks: number; bulkId?: string },
): Promise<void> {
  try {
    await recordContact(connection, sent, outcome)
    if (call === undefined) return
    if (sent.kind === 'answer' && sent.status === 429)
      await reduceRate(call, {
        retryInMs: retryAfter(sent),
        announced: sent.headers['retry-after'] !== undefined,
      })
    const code = paid && refusalOf(outcome)
    if (sent.kind === 'not_sent' && LOCAL.has(sent.code)) await abandonCall(call)
    else await endCall(call, isFailure(sent), paid && !code ? paymentOf(outcome, paid.checks) : undefined)
    if (paid && code)
      await stopPaidRequests(connection.id, { code, checks: paid.checks, bulkId: paid.bulkId })
  } catch (error) {
    logger.warn({ error, connectionId: connection.id }, 'could not record the end of a request')
  }
}

/** Not sent for lack of time or of a token: the slot is free again, and it says nothing about the provider. */
const LOCAL = new Set([
  'claim_stale',
  'upstream_auth_failed',
  'upstream_auth_unavailable',
  'upstream_token_refused',
])

const paymentOf = (outcome: RequestOutcome, checks: number): Payment =>
  outcome.kind === 'accepted' ? { taken: checks } : 'neither'

/** The refusal of payment in an outcome, if it is one. */
function refusalOf(outcome: RequestOutcome): BreakerCode | null {
  const code = outcome.kind === 'rejected' ? outcome.code : null
  return code === 'credits_exhausted' || code === 'upstream_forbidden' ? code : null
}

/** Statuses about the client, not about the request. */
const ABOUT_CLIENT = [401, 403, 408, 429]

/** Why the provider doesn't serve this connection; null when it responded. A gateway's refusal isn't its response. */
function failureOf(sent: Exchange, outcome: RequestOutcome): string | null {
  const aboutRequest =
    sent.kind === 'answer' && sent.status >= 400 && sent.status < 500 && !ABOUT_CLIENT.includes(sent.status)
  return 'code' in outcome && (!aboutRequest || outcome.kind === 'not_sent') ? outcome.code : null
}

/**
 * Stores when the connection last got a response, and when it last failed. Written when the state changes, or once a
 * minute. Requests with an earlier secret are ignored.
 */
async function recordContact(
  { id, secretSetAt }: UpstreamConnection,
  sent: Exchange,
  outcome: RequestOutcome,
): Promise<void> {
  if (sent.kind === 'not_sent' && sent.code === 'claim_stale') return
  const code = failureOf(sent, outcome)
  const news = Prisma.sql`id = ${id}::uuid and secret_set_at = ${secretSetAt}`
  const minute = Prisma.sql`clock_timestamp() - interval '1 minute', secret_set_at, last_test_at`
  if (code === null)
    await db().$executeRaw`
      update connections set last_answer_at = clock_timestamp()
       where ${news} and coalesce(last_answer_at < greatest(${minute}, last_failure_at), true)`
  else
    await db().$executeRaw`
      update connections set last_failure_at = clock_timestamp(), last_failure_code = ${code}
       where ${news} and (last_failure_code is distinct from ${code}
                          or coalesce(last_failure_at < greatest(${minute}, last_answer_at), true))`
}
