import { jsonResponse } from '@/lib/http/problem.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { invite } from '@/lib/users/invite.server'
import { listUsers } from '@/lib/users/queries.server'
import { invitation } from '@/lib/users/schema'

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ roles: ['admin'], handle: () => listUsers() }),
  POST: defineRoute({
    roles: ['admin'],
    stepUp: true,
    body: invitation,
    handle: async ({ body, by }) => jsonResponse({ items: await invite(body, by) }, 201),
  }),
})
