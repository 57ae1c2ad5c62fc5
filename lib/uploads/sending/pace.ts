const UNREACHED_MS = 2 * 60_000
const REFUSED_MS = 60 * 60_000

/**
 * The pause in ms before a bulk that was definitely not sent is retried: a second, doubled with each failure. A provider
 * that isn't reached may be back at any moment; one that answers with a refusal waits for somebody to fix it.
 * @param failures attempts in a row that ended not_sent, 1 or more
 */
export const retryAfterMs = (failures: number, isRefused: boolean): number =>
  Math.min(1_000 * 2 ** (failures - 1), isRefused ? REFUSED_MS : UNREACHED_MS)

/** Pauses that only a person ends, because a retry would be refused again. */
export type ManualFix = 'credits' | 'credentials'

/** Codes of lib/upstream for refused credentials or permissions. */
const CREDENTIALS = new Set(['upstream_auth_failed', 'upstream_forbidden', 'upstream_redirect'])

/** @returns what a person must fix after a refusal with this code; null: nothing, or the items themselves are refused */
export function manualFixFor(code: string): ManualFix | null {
  if (code === 'credits_exhausted') return 'credits'
  return CREDENTIALS.has(code) ? 'credentials' : null
}
