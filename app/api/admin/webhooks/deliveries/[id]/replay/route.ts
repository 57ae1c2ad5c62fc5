import { defineRoute, methods } from '@/lib/http/route.server'
import { replayDelivery } from '@/lib/webhooks/again.server'

/** Replays an event from the log. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['admin'],
    handle: ({ params, auditActor }) => replayDelivery(params.id, auditActor),
  }),
})
