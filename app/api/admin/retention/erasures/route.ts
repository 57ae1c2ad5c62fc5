import { jsonResponse } from '@/lib/http/problem.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { listErasures, requestErasure } from '@/lib/retention/erasure/request.server'
import { erasureInput } from '@/lib/retention/schema'

/** Erasure requests and their state. POST creates one. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    roles: ['admin', 'reviewer'],
    handle: async ({ actor }) => ({ items: await listErasures(actor) }),
  }),
  POST: defineRoute({
    roles: ['admin'],
    stepUp: true,
    body: erasureInput,
    handle: async ({ body, by }) => jsonResponse(await requestErasure(body, by), 201),
  }),
})
