import { jsonResponse } from '@/lib/http/problem.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { renewLink } from '@/lib/users/invite.server'

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['admin'],
    stepUp: true,
    handle: async ({ params, actor, doer }) =>
      jsonResponse(await renewLink(params.id ?? '', actor, doer), 201),
  }),
})
