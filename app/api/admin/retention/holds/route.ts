import { jsonResponse } from '@/lib/http/problem.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { placeHold } from '@/lib/retention/holds.server'
import { holdInput } from '@/lib/retention/schema'

/** POST puts a legal hold on an upload, a check or everything about a person. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['admin'],
    stepUp: true,
    body: holdInput,
    handle: async ({ body, by }) => jsonResponse(await placeHold(body, by), 201),
  }),
})
