import { defineRoute, methods } from '@/lib/http/route.server'
import { changeRoles } from '@/lib/users/change.server'
import { listUsers } from '@/lib/users/queries.server'
import { rolesChange } from '@/lib/users/schema'

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  PUT: defineRoute({
    roles: ['admin'],
    stepUp: true,
    body: rolesChange,
    handle: async ({ params, body, by }) => {
      await changeRoles(params.id, body, by)
      return listUsers()
    },
  }),
})
