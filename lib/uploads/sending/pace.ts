const UNREACHED_MS = 2 * 60_000
const REFUSED_MS = 60 * 60_000

/**
 * The pause in ms before a bulk that was definitely not sent is retried: a second, doubled with each failure. A provider
 * that isn't reached may be back at any moment; one that answers with a refusal waits for somebody to mend it.
 * @param failures attempts in a row that ended not_sent, 1 or more
 */
export const retryAfterMs = (failures: number, isRefused: boolean): number =>
  Math.min(1_000 * 2 ** (failures - 1), isRefused ? REFUSED_MS : UNREACHED_MS)

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
  | {
      attempt: 'not_sent'
      pause: ManualFix | null
      code: string
      httpStatus: number | null
      retryInMs: number | null
    }
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
