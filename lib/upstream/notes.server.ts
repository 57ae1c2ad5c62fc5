import 'server-only'
import { logger } from '@/lib/platform/logger.server'
import { isFailure, type Opened } from '@/lib/upstream/breaker'
import { abandonCall, endCall, type Payment } from '@/lib/upstream/breaker.server'
import { slowDown } from '@/lib/upstream/budget.server'
import { type PaidOutcome, retryAfter } from '@/lib/upstream/classify'
import { stopPaying } from '@/lib/upstream/paying.server'
import type { Exchange } from '@/lib/upstream/transport.server'

/**
 * What the fleet learns from a request. An answer that was paid for is never lost to a failure of these notes.
 * @param paid of a paid request: what it says about paying, for so many checks
 */
export async function noteEnd(
  connectionId: string,
  call: bigint | undefined,
  sent: Exchange,
  paid?: { outcome: PaidOutcome<unknown>; checks: number; bulkId?: string },
): Promise<void> {
  if (call === undefined) return
  try {
    if (sent.kind === 'answer' && sent.status === 429)
      await slowDown(call, {
        retryInMs: retryAfter(sent),
        announced: sent.headers['retry-after'] !== undefined,
      })
    const code = paid && refusalOf(paid.outcome)
    if (sent.kind === 'not_sent' && LOCAL.has(sent.code)) await abandonCall(call)
    else await endCall(call, isFailure(sent), paid && !code ? paymentOf(paid) : undefined)
    if (paid && code) await stopPaying(connectionId, { code, checks: paid.checks, bulkId: paid.bulkId })
  } catch (error) {
    logger.warn({ error, connectionId }, 'the end of a request could not be noted')
  }
}

/** Not sent for want of time or of a token: its place is free again, and it says nothing about the provider. */
const LOCAL = new Set([
  'claim_stale',
  'upstream_auth_failed',
  'upstream_auth_unavailable',
  'upstream_token_refused',
])

const paymentOf = ({ outcome, checks }: { outcome: PaidOutcome<unknown>; checks: number }): Payment =>
  outcome.kind === 'accepted' ? { taken: checks } : 'neither'

/** The provider refused to be paid. */
function refusalOf(outcome: PaidOutcome<unknown>): Opened | null {
  const code = outcome.kind === 'rejected' ? outcome.code : null
  return code === 'credits_exhausted' || code === 'upstream_forbidden' ? code : null
}
