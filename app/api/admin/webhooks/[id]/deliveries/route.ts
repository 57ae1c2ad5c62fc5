import { defineRoute, methods } from '@/lib/http/route.server'
import { listDeliveries } from '@/lib/webhooks/queries.server'

/** The delivery log of one webhook. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    roles: ['admin'],
    ownAct: false,
    handle: async ({ params }) => ({ items: await listDeliveries(params.id) }),
  }),
})
