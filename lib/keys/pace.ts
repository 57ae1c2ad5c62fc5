/**
 * Rate limit of a key: 120 calls a minute on average, bursts of 60. Expressed as time: every call costs half a
 * second, and a key may run this far ahead of the clock.
 */
export const CALL_MS = 500
export const BURST_MS = 30_000
export const CALLS_PER_MINUTE = 60_000 / CALL_MS
