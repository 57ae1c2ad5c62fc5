import { defineRoute, methods } from '@/lib/http/route.server'
import { resetFactor } from '@/lib/users/factor.server'
import { listUsers } from '@/lib/users/queries.server'

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  DELETE: defineRoute({
    roles: ['admin'],
    stepUp: true,
    handle: async ({ params, by }) => {
      await resetFactor(params.id, by)
      return listUsers()
    },
  }),
})
