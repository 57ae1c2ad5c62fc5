/** What others may be told of. */
export const EVENTS = ['upload.finished', 'review.created', 'user.held', 'review_rules.loosened'] as const
export type WebhookEvent = (typeof EVENTS)[number]
/** `ping` is sent by hand, to try an address. */
export type DeliveredEvent = WebhookEvent | 'ping'

/** A delivery that failed is tried again after this many seconds: eight tries within two days. */
const AGAIN_AFTER = [10, 60, 5 * 60, 30 * 60, 2 * 3600, 8 * 3600, 24 * 3600]

/** @returns seconds until the next try after this many, or null when it is given up */
export const nextTryIn = (tries: number): number | null => AGAIN_AFTER[tries - 1] ?? null

/** So many failed tries in a row, over all events, turn a webhook off. */
export const FAILURES_UNTIL_OFF = 30
