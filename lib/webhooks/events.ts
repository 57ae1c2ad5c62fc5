/** The events that webhooks can subscribe to. */
export const EVENTS = [
  'upload.finished',
  'review.created',
  'payment_run.released',
  'user.held',
  'review_rules.loosened',
  'payment_policy.loosened',
  'second_factor.loosened',
  'limits.loosened',
] as const
export type WebhookEvent = (typeof EVENTS)[number]
/** `ping` is the test delivery. */
export type DeliveredEvent = WebhookEvent | 'ping'

/** Failed attempts in a row, over all events, that turn a webhook off. */
export const FAILURES_UNTIL_OFF = 30
