import { defineRoute, methods } from '@/lib/http/route.server'
import { dismissGuide } from '@/lib/users/guide.server'

/** Dismisses the first steps on Home. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  DELETE: defineRoute({
    handle: async ({ actor }) => {
      await dismissGuide(actor.id)
      return {}
    },
  }),
})
