import { jsonResponse } from '@/lib/http/problem.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { createWebhook } from '@/lib/webhooks/change.server'
import { listWebhooks } from '@/lib/webhooks/queries.server'
import { webhookInput } from '@/lib/webhooks/schema'

/** The webhooks. The secret of a new one is returned once. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    roles: ['admin'],
    ownAct: false,
    handle: async () => ({ items: await listWebhooks() }),
  }),
  POST: defineRoute({
    roles: ['admin'],
    stepUp: true,
    body: webhookInput,
    handle: async ({ body, by }) => jsonResponse(await createWebhook(body, by), 201),
  }),
})
