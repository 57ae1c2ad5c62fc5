/**
 * How fast one key may call: 120 a minute on average, 60 at once. Told as time: every call uses up half a second of the
 * minute, and a key may run this far ahead of the clock.
 */
export const CALL_MS = 500
export const AHEAD_MS = 30_000
export const CALLS_A_MINUTE = 60_000 / CALL_MS
