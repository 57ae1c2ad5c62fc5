/** The interval while results arrive. */
const QUICK_MS = 1_000
/** The interval until the first results. */
const FIRST_MS = 2_000
/** How long that interval applies; a provider that hasn't started by then is polled less often. */
const FIRST_FOR_MS = 2 * 60_000
const SLOWEST_MS = 30_000

/**
 * The delay until the next poll in ms: 1 s while results arrive, 2 s until the first ones, then longer the longer
 * nothing changes, at most 30 s.
 * @param stillMs time since the last change (or since the provider accepted the bulk)
 */
export function nextPollMs(now: { moved: boolean; answered: number; stillMs: number }): number {
  if (now.moved) return QUICK_MS
  if (now.answered === 0 && now.stillMs < FIRST_FOR_MS) return FIRST_MS
  return Math.round(Math.min(SLOWEST_MS, Math.max(QUICK_MS, now.stillMs / 2)))
}

/**
 * The delay after a failed poll (no response, 5xx, 404, rate limit): as the provider or our budget asks, else a growing
 * one.
 */
export const retryPollMs = (stillMs: number, wishMs: number | undefined): number =>
  Math.min(120_000, wishMs ?? Math.min(SLOWEST_MS, Math.max(FIRST_MS, stillMs / 2)))
