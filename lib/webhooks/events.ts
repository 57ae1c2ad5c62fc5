/** What others may be told of. */
export const EVENTS = ['upload.finished', 'review.created', 'user.held', 'review_rules.loosened'] as const
export type WebhookEvent = (typeof EVENTS)[number]
/** `ping` is sent by hand, to try an address. */
export type DeliveredEvent = WebhookEvent | 'ping'

/** So many failed tries in a row, over all events, turn a webhook off. */
export const FAILURES_UNTIL_OFF = 30
