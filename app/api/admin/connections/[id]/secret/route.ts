import { replaceSecret, restoreSecret } from '@/lib/connections/change.server'
import { secretInput } from '@/lib/connections/schema'
import { defineRoute, methods } from '@/lib/http/route.server'

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  PUT: defineRoute({
    roles: ['admin'],
    stepUp: true,
    body: secretInput,
    handle: async ({ params, body, actor, auditActor }) =>
      replaceSecret(params.id, body.secret, actor, auditActor),
  }),
  DELETE: defineRoute({
    roles: ['admin'],
    stepUp: true,
    handle: async ({ params, actor, auditActor }) => restoreSecret(params.id, actor, auditActor),
  }),
})
