import type { Exchange } from '@/lib/http/outbound.server'

/** Of the last 20 requests within 30 s, half failed (and there were enough to judge by): the provider is taken as down. */
export const LAST_CALLS = 20
export const WITHIN_SECONDS = 30
const ENOUGH_CALLS = 10
/** How long nothing leaves: 30 s at first, a minute after a probe that failed too. */
export const OPEN_SECONDS = 30
export const OPEN_AGAIN_SECONDS = 60
/** Automatic repeats in stock; every ten good answers give one back. */
export const MOST_RETRIES = 10
/** A probe that nobody heard of for this long is over. */
export const PROBE_SECONDS = 75

/** Why requests are refused here, before they leave. `retryInMs` null: a person must say so first. */
export type Refused = {
  admitted: false
  code: 'credits_exhausted' | 'upstream_forbidden' | 'upstream_unavailable'
  retryInMs: number | null
}
export type Opened = Exclude<Refused['code'], 'upstream_unavailable'>
export type Admission = { admitted: true } | Refused

/**
 * `size`: requests of so many checks or more are stopped for want of credits; null when the size does not count.
 * `waitsForPerson`: no clock ends it.
 */
export type Stopped = { code: string; since: string; size: number | null; waitsForPerson: boolean }

/** True when the provider did not answer, or said that it is broken. A refusal (4xx) is an answer. */
export function isFailure(exchange: Exchange): boolean {
  if (exchange.kind === 'answer') return exchange.status >= 500
  return exchange.code !== 'claim_stale'
}

/** @param failures of `calls` requests */
export const shouldOpen = (calls: number, failures: number): boolean =>
  calls >= ENOUGH_CALLS && failures * 2 >= calls
