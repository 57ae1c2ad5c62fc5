import { createConnection } from '@/lib/connections/change.server'
import { listConnections } from '@/lib/connections/queries.server'
import { connectionInput } from '@/lib/connections/schema'
import { jsonResponse } from '@/lib/http/problem.server'
import { defineRoute, methods } from '@/lib/http/route.server'

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ roles: ['admin'], handle: async () => ({ items: await listConnections() }) }),
  POST: defineRoute({
    roles: ['admin'],
    stepUp: true,
    body: connectionInput,
    handle: async ({ body, by }) => jsonResponse(await createConnection(body, by), 201),
  }),
})
