import type { Exchange } from '@/lib/http/outbound.server'

/** The circuit opens when half of the last 20 requests within 30 s failed, with a minimum number of requests. */
export const LAST_CALLS = 20
export const WITHIN_SECONDS = 30
const MIN_CALLS = 10
/** How long an open circuit sends nothing: 30 s at first, a minute after a failed probe. */
export const OPEN_SECONDS = 30
export const OPEN_AGAIN_SECONDS = 60
/** The retry budget; every ten successful responses return one. */
export const MAX_RETRIES = 10
/** A probe without a result for this long is given up. */
export const PROBE_SECONDS = 75

/** Why requests are refused before they are sent. `retryInMs` null: a person must act first. */
export type Refused = {
  admitted: false
  code: 'credits_exhausted' | 'upstream_forbidden' | 'upstream_unavailable'
  retryInMs: number | null
}
export type BreakerCode = Exclude<Refused['code'], 'upstream_unavailable'>
export type Admission = { admitted: true } | Refused

/**
 * `size`: requests of this many checks or more are stopped for missing credits; null when the size doesn't matter.
 * `waitsForPerson`: no timeout ends it.
 */
export type SendingStop = { code: string; since: string; size: number | null; waitsForPerson: boolean }

/** Whether the provider failed to respond, or responded with a server error. A refusal (4xx) is a response. */
export function isFailure(exchange: Exchange): boolean {
  if (exchange.kind === 'answer') return exchange.status >= 500
  return exchange.code !== 'claim_stale'
}

/** @param failures how many of `calls` requests failed */
export const shouldOpen = (calls: number, failures: number): boolean =>
  calls >= MIN_CALLS && failures * 2 >= calls
