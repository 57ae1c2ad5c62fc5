/** Between two looks at a bulk whose results are coming in. */
const QUICK_MS = 1_000
/** Between two looks until the first results. */
const FIRST_MS = 2_000
/** How long the first results are expected that often; a provider that has not started by then gets asked less. */
const FIRST_FOR_MS = 2 * 60_000
const SLOWEST_MS = 30_000
/** Without any movement for this long a bulk is shown as stalled; it is still asked for. */
export const STALLED_AFTER_MS = 10 * 60_000

/**
 * When to look at a bulk again: at once while results come in, every 2 s until the first ones, then ever slower the longer
 * nothing moves, at most every 30 s.
 * @param stillMs time since something last moved (or since the provider accepted the bulk)
 */
export function nextLookMs(now: { moved: boolean; answered: number; stillMs: number }): number {
  if (now.moved) return QUICK_MS
  if (now.answered === 0 && now.stillMs < FIRST_FOR_MS) return FIRST_MS
  return Math.round(Math.min(SLOWEST_MS, Math.max(QUICK_MS, now.stillMs / 2)))
}

/** After a look that failed (no answer, 5xx, 404, rate limit): when the provider or our budget wishes, else ever slower. */
export const retryLookMs = (stillMs: number, wishMs: number | undefined): number =>
  Math.min(120_000, wishMs ?? Math.min(SLOWEST_MS, Math.max(FIRST_MS, stillMs / 2)))
