import { defineRoute, methods } from '@/lib/http/route.server'
import { replaceWebhookSecret } from '@/lib/webhooks/change.server'
import { webhookRotation } from '@/lib/webhooks/schema'

/** Rotates the secret. The new one is returned once, and the old one signs too for a day. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['admin'],
    stepUp: true,
    body: webhookRotation,
    handle: ({ params, body, auditActor }) => replaceWebhookSecret(params.id, body, auditActor),
  }),
})
