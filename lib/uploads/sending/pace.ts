/**
 * The backoff in ms before a bulk that was definitely not sent is retried (no connection, connection refused, rate
 * limit before execution). Short for two retries, then growing: the provider may be down for an hour.
 * @param failures attempts in a row that ended not_sent, 1 or more
 */
export function retryAfterMs(failures: number): number {
  const steps = [1_000, 5_000, 15_000, 30_000, 60_000, 120_000]
  return steps[Math.min(failures, steps.length) - 1] ?? 1_000
}

/** The result of a POST of a bulk, and what becomes of the bulk and its upload. */
export type SendVerdict =
  | { attempt: 'accepted'; upstreamId: string; totalItems: number | null }
  /** refused; `pause`: what a person must fix before a retry, null = the items themselves are refused */
  | {
      attempt: 'rejected'
      pause: ManualFix | null
      code: string
      upstreamCode: string | null
      httpStatus: number | null
    }
  /** not sent, or not executed; retried later, after a fix when one is needed */
  | { attempt: 'not_sent'; pause: ManualFix | null; code: string; retryInMs: number | null }
  | { attempt: 'unknown'; code: string; httpStatus: number | null }

/** Pauses that only a person ends, because a retry would be refused again. */
export type ManualFix = 'credits' | 'credentials'

/** Codes of lib/upstream for refused credentials or permissions. */
const CREDENTIALS = new Set(['upstream_auth_failed', 'upstream_forbidden', 'upstream_redirect'])

/** @returns what a person must fix after a refusal with this code */
export function manualFixFor(code: string): ManualFix | null {
  if (code === 'credits_exhausted') return 'credits'
  return CREDENTIALS.has(code) ? 'credentials' : null
}
