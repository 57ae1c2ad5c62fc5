import { defineRoute, methods } from '@/lib/http/route.server'
import { revokeKey } from '@/lib/keys/change.server'

/** Revokes one of one's own keys, at once and without a question: a leaked key must be easy to end. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  DELETE: defineRoute({
    handle: async ({ params, actor, doer }) => {
      await revokeKey(params.id ?? '', { ownerId: actor.id }, doer)
      return {}
    },
  }),
})
