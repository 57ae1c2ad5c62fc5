import { defineRoute, methods } from '@/lib/http/route.server'
import { releaseHold } from '@/lib/retention/holds.server'

/** DELETE releases a legal hold. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  DELETE: defineRoute({
    roles: ['admin'],
    stepUp: true,
    handle: async ({ params, by }) => {
      await releaseHold(params.id, by)
      return {}
    },
  }),
})
