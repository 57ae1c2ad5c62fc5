import { defineRoute, methods } from '@/lib/http/route.server'
import { revokeKey } from '@/lib/keys/change.server'

/** Revokes another person’s key. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  DELETE: defineRoute({
    roles: ['admin'],
    handle: async ({ params, by }) => {
      await revokeKey(params.id, {}, by)
      return {}
    },
  }),
})
