import { defineRoute, methods } from '@/lib/http/route.server'
import { confirmPerson } from '@/lib/users/change.server'
import { listUsers } from '@/lib/users/queries.server'

/** Another admin confirms a person who does not have the right to decide yet. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['admin'],
    stepUp: true,
    handle: async ({ params, actor, auditActor }) => {
      await confirmPerson(params.id ?? '', actor, auditActor)
      return listUsers()
    },
  }),
})
