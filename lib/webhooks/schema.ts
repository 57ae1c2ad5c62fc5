import { z } from 'zod'
import { plainLineSchema } from '@/lib/platform/plain-text-schema'
import { EVENTS } from '@/lib/webhooks/events'

export const MAX_WEBHOOKS = 20

const events = z
  .array(z.enum(EVENTS))
  .min(1)
  .max(EVENTS.length)
  .transform((given) => EVENTS.filter((event) => given.includes(event)))

/** Body of POST /api/admin/webhooks. The command validates the URL. */
export const webhookInput = z.strictObject({ url: plainLineSchema(2_000), events })
export type WebhookInput = z.infer<typeof webhookInput>

const changeable = z.strictObject({ events, on: z.boolean() })

/**
 * Body of PUT /api/admin/webhooks/{id}. The URL can't be changed: another URL is another webhook. `before`: what the
 * person saw.
 */
export const webhookChange = changeable.extend({ before: changeable })
export type WebhookChange = z.infer<typeof webhookChange>

/**
 * Body of POST /api/admin/webhooks/{id}/secret. `before`: what the person saw, because another rotation ends the secret
 * that still signs.
 */
export const webhookRotation = z.strictObject({
  before: z.strictObject({ previousUntil: z.iso.datetime().nullable() }),
})
export type WebhookRotation = z.infer<typeof webhookRotation>
