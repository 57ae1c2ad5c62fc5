import { defineRoute, methods } from '@/lib/http/route.server'
import { setActive } from '@/lib/users/change.server'
import { listUsers } from '@/lib/users/queries.server'
import { stateChange } from '@/lib/users/schema'

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  PUT: defineRoute({
    roles: ['admin'],
    stepUp: true,
    body: stateChange,
    handle: async ({ params, body, by }) => {
      await setActive(params.id, body.active, by)
      return listUsers()
    },
  }),
})
