import { defineRoute, methods } from '@/lib/http/route.server'
import { requireFactor } from '@/lib/users/factor.server'
import { listUsers } from '@/lib/users/queries.server'
import { factorPolicy } from '@/lib/users/schema'

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  PUT: defineRoute({
    roles: ['admin'],
    stepUp: true,
    body: factorPolicy,
    handle: async ({ body, by }) => {
      await requireFactor(body, by)
      return listUsers()
    },
  }),
})
