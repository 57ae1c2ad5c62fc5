import { defineRoute, methods } from '@/lib/http/route.server'
import { revokeKey } from '@/lib/keys/change.server'

/** Revokes one of the caller’s own keys. It needs no step-up, so that a leaked key can be revoked quickly. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  DELETE: defineRoute({
    handle: async ({ params, actor, by }) => {
      await revokeKey(params.id, { ownerId: actor.id }, by)
      return {}
    },
  }),
})
