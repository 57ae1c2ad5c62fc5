import { defineRoute, methods } from '@/lib/http/route.server'
import { confirmPerson } from '@/lib/users/change.server'
import { listUsers } from '@/lib/users/queries.server'
import { confirmation } from '@/lib/users/schema'

/** Another admin confirms a person who does not have the right to decide yet. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['admin'],
    stepUp: true,
    body: confirmation,
    handle: async ({ params, body, by }) => {
      await confirmPerson(params.id, new Date(body.until), by)
      return listUsers()
    },
  }),
})
