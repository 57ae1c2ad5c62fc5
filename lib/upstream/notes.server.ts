import 'server-only'
import { logger } from '@/lib/platform/logger.server'
import { isFailure } from '@/lib/upstream/breaker'
import { endCall, withdraw } from '@/lib/upstream/breaker.server'
import { slowDown } from '@/lib/upstream/budget.server'
import { type PaidOutcome, retryAfter } from '@/lib/upstream/classify'
import { endPaying, stopPaying } from '@/lib/upstream/paying.server'
import type { Exchange } from '@/lib/upstream/transport.server'

/** What the fleet learns from a request. An answer that was paid for is never lost to a failure of these notes. */
export async function noteEnd(connectionId: string, call: bigint | undefined, sent: Exchange): Promise<void> {
  if (call === undefined) return
  try {
    if (sent.kind === 'answer' && sent.status === 429)
      await slowDown(call, {
        retryInMs: retryAfter(sent),
        announced: sent.headers['retry-after'] !== undefined,
      })
    if (sent.kind === 'not_sent' && LOCAL.has(sent.code)) await withdraw(call)
    else await endCall(call, isFailure(sent))
  } catch (error) {
    logger.warn({ error, connectionId }, 'the end of a request could not be noted')
  }
}

/** The request never left, for a reason of ours: its place is free again, and it says nothing about the provider. */
const LOCAL = new Set(['claim_stale', 'upstream_auth_failed', 'upstream_auth_unavailable'])

/** What a paid request says about paying. */
export async function notePayment(
  connectionId: string,
  call: bigint,
  outcome: PaidOutcome<unknown>,
): Promise<void> {
  try {
    if (
      outcome.kind === 'rejected' &&
      (outcome.code === 'credits_exhausted' || outcome.code === 'upstream_forbidden')
    )
      await stopPaying(connectionId, outcome.code)
    else await endPaying(connectionId, call, outcome.kind === 'accepted' ? 'taken' : 'neither')
  } catch (error) {
    logger.warn({ error, connectionId }, 'the end of a payment could not be noted')
  }
}
