import { defineRoute, methods } from '@/lib/http/route.server'
import { endGuide } from '@/lib/users/guide.server'

/** The first steps on Home: who has seen enough of them puts them away. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  DELETE: defineRoute({
    handle: async ({ actor }) => {
      await endGuide(actor.id)
      return {}
    },
  }),
})
