import { takeIntoUse } from '@/lib/connections/remove.server'
import { defineRoute, methods } from '@/lib/http/route.server'

/** From now on everything new is sent with this connection. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['admin'],
    stepUp: true,
    handle: ({ params, doer }) => takeIntoUse(params.id ?? '', doer),
  }),
})
