import { jsonResponse } from '@/lib/http/problem.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { renewLink } from '@/lib/users/invite.server'

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['admin'],
    stepUp: true,
    handle: async ({ params, by }) => jsonResponse(await renewLink(params.id, by), 201),
  }),
})
