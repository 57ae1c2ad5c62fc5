import type { DeliveredEvent, WebhookEvent } from '@/lib/webhooks/events'

/** `given_up`: turned off by too many failures. */
export type WebhookState = 'on' | 'off' | 'given_up'

/** A webhook as admins see it: never its secret. */
export type WebhookView = {
  id: string
  url: string
  events: WebhookEvent[]
  state: WebhookState
  failures: number
  createdAt: string
  /** until then the old secret signs too */
  previousUntil: string | null
  /** events that still have to be delivered */
  waiting: number
  lastDeliveredAt: string | null
}

/** What a new webhook, or a new secret, answers with, this once. */
export type NewSecret = WebhookView & { secret: string }

export type DeliveryView = {
  id: string
  event: DeliveredEvent
  eventId: string
  state: 'waiting' | 'delivered' | 'failed'
  createdAt: string
  tries: number
  triedAt: string | null
  /** when it is tried next */
  dueAt: string | null
  httpStatus: number | null
  problemCode: string | null
  durationMs: number | null
}
