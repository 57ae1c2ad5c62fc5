import type { DeliveredEvent, WebhookEvent } from '@/lib/webhooks/events'

/** `given_up`: turned off after too many failures. */
export type WebhookState = 'on' | 'off' | 'given_up'

/** A webhook as the admin page shows it, without its secret. */
export type WebhookView = {
  id: string
  url: string
  events: WebhookEvent[]
  state: WebhookState
  failures: number
  /** until then the old secret signs too */
  previousUntil: string | null
  /** events still to be delivered */
  waiting: number
  lastDeliveredAt: string | null
}

/** The response with a new secret, which is shown only once. */
export type NewSecret = WebhookView & { secret: string }

export type DeliveryView = {
  id: string
  event: DeliveredEvent
  eventId: string
  state: 'waiting' | 'delivered' | 'failed'
  createdAt: string
  tries: number
  /** when it is retried next */
  dueAt: string | null
  httpStatus: number | null
  problemCode: string | null
}
