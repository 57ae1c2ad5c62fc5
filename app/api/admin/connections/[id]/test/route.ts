import { testConnection } from '@/lib/connections/test.server'
import { defineRoute, methods } from '@/lib/http/route.server'

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['admin'],
    handle: async ({ params, auditActor }) => testConnection(params.id, auditActor),
  }),
})
