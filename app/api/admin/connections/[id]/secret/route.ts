import { replaceSecret, restoreSecret } from '@/lib/connections/change.server'
import { secretInput } from '@/lib/connections/schema'
import { defineRoute, methods } from '@/lib/http/route.server'

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  PUT: defineRoute({
    roles: ['admin'],
    stepUp: true,
    body: secretInput,
    handle: async ({ params, body, by }) => replaceSecret(params.id, body.secret, by),
  }),
  DELETE: defineRoute({
    roles: ['admin'],
    stepUp: true,
    handle: async ({ params, by }) => restoreSecret(params.id, by),
  }),
})
