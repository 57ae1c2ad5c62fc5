import { defineRoute, methods } from '@/lib/http/route.server'
import { changeWebhook, deleteWebhook } from '@/lib/webhooks/change.server'
import { webhookChange } from '@/lib/webhooks/schema'

/** The events of one webhook, and whether it is on. DELETE removes it. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  PUT: defineRoute({
    roles: ['admin'],
    stepUp: true,
    body: webhookChange,
    handle: ({ params, body, auditActor }) => changeWebhook(params.id, body, auditActor),
  }),
  DELETE: defineRoute({
    roles: ['admin'],
    stepUp: true,
    handle: async ({ params, auditActor }) => {
      await deleteWebhook(params.id, auditActor)
      return {}
    },
  }),
})
