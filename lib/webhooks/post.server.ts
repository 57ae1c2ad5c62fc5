import 'server-only'
import { type Exchange, requestUntrusted } from '@/lib/http/outbound.server'
import { checkPublicUrl, originsOf, type UrlProblem } from '@/lib/http/public-address.server'
import { env } from '@/lib/platform/env.server'
import type { DeliveredEvent } from '@/lib/webhooks/events'
import { earlierSignature, readWebhookSecret, standardHeaders } from '@/lib/webhooks/sign.server'

/** A delivery with its destination. */
export type OutgoingDelivery = {
  deliveryId: string
  webhookId: string
  /** the same in every attempt and replay */
  eventId: string
  url: string
  event: DeliveredEvent
  payload: string
  secretCipher: Uint8Array
  previousCipher: Uint8Array | null
}
/** `code` null: accepted with a 2xx status. */
export type DeliveryResult = { httpStatus: number | null; code: string | null; durationMs: number }
/** Sends the HTTP request; tests replace it. */
export type WebhookTransport = (
  url: string,
  asked: { headers: Record<string, string>; body: string },
) => Promise<Exchange>

const LIMITS = { headersMs: 10_000, totalMs: 10_000, maxBytes: 16 * 1024 }

/** Origins allowed by the installation (WEBHOOK_ALLOW), including plain http and private addresses. */
const allowedOrigins = (): string[] => originsOf(env().WEBHOOK_ALLOW)

/** Checks whether an admin's URL is allowed as a webhook. @returns null when it is */
export function problemOfUrl(url: string): UrlProblem | null {
  if (URL.canParse(url) && allowedOrigins().includes(new URL(url).origin)) return null
  const checked = checkPublicUrl(url)
  return checked.ok ? null : checked.reason
}

/**
 * The real network: public addresses only, pinned at connect, no redirects, 10 s timeout (lib/http/outbound.server.ts).
 */
export const publicTransport: WebhookTransport = (url, { headers, body }) =>
  requestUntrusted({ method: 'POST', url, headers, body, limits: LIMITS }, { trusted: allowedOrigins() })

/**
 * Signs and sends one delivery. Never throws for what the receiver does. A replaced secret that can't be read signs
 * nothing.
 */
export async function post(outgoing: OutgoingDelivery, ask: WebhookTransport): Promise<DeliveryResult> {
  const { webhookId, secretCipher, previousCipher, payload } = outgoing
  const message = { id: outgoing.eventId, body: payload, at: new Date() }
  const secret = readWebhookSecret(webhookId, secretCipher)
  if (secret === null) return { httpStatus: null, code: 'secret_unreadable', durationMs: 0 }
  const previous = previousCipher && readWebhookSecret(webhookId, previousCipher)
  const secrets = previous === null ? [secret] : [secret, previous]
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Accord',
    ...standardHeaders(message, secrets),
    'accord-event': outgoing.event,
    'accord-delivery': outgoing.deliveryId,
    'accord-signature': earlierSignature(message, secrets),
  }
  const started = performance.now()
  const answer = await ask(outgoing.url, { headers, body: payload })
  const durationMs = Math.round(performance.now() - started)
  // the status decides: what comes after it, if anything, is not read
  if (answer.kind === 'not_sent' || (answer.kind === 'lost' && answer.status === undefined))
    return { httpStatus: null, code: answer.code, durationMs }
  const status = answer.status ?? 0
  const taken = status >= 200 && status < 300
  return { httpStatus: status, code: taken ? null : status < 400 ? 'redirect' : 'status', durationMs }
}
