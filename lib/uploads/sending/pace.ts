/**
 * How long to wait before a bulk is tried again of which definitely nothing was sent (no connection, refused connection,
 * rate limit before execution). Twice quickly, then ever slower: the provider may be down for an hour.
 * @param failures attempts in a row that ended not_sent, 1 or more
 */
export function retryAfterMs(failures: number): number {
  const steps = [1_000, 5_000, 15_000, 30_000, 60_000, 120_000]
  return steps[Math.min(failures, steps.length) - 1] ?? 1_000
}

/** What one POST of a bulk came to, and what the bulk and its upload become. */
export type Verdict =
  | { attempt: 'accepted'; upstreamId: string; totalItems: number | null }
  /** refused; `pause` says what a person must cure before it is tried again, null = the items themselves are refused */
  | { attempt: 'rejected'; pause: Cure | null; code: string; httpStatus: number | null }
  /** nothing left this process, or nothing was executed; tried again later, after a cure when one is needed */
  | { attempt: 'not_sent'; pause: Cure | null; code: string; retryInMs: number | null }
  | { attempt: 'unknown'; code: string; httpStatus: number | null }

/** Pauses that only a person ends, because trying again would be refused again. */
export type Cure = 'credits' | 'credentials'

/** Codes of lib/upstream that mean: our credentials, or our right to ask, were refused. */
const CREDENTIALS = new Set(['upstream_auth_failed', 'upstream_forbidden', 'upstream_redirect'])

/** @returns which cure a refusal with this code asks for */
export function cureFor(code: string): Cure | null {
  if (code === 'credits_exhausted') return 'credits'
  return CREDENTIALS.has(code) ? 'credentials' : null
}
