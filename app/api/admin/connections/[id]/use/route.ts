import { activateConnection } from '@/lib/connections/remove.server'
import { defineRoute, methods } from '@/lib/http/route.server'

/** Makes this connection the one that new requests use. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['admin'],
    stepUp: true,
    handle: ({ params, by }) => activateConnection(params.id, by),
  }),
})
