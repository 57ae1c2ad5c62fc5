import { defineRoute, methods } from '@/lib/http/route.server'
import { pingWebhook } from '@/lib/webhooks/again.server'

/** Sends a ping now and returns its result. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({ roles: ['admin'], handle: ({ params }) => pingWebhook(params.id) }),
})
