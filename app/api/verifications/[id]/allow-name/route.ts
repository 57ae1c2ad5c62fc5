import { defineRoute, methods } from '@/lib/http/route.server'
import { readVerification } from '@/lib/verifications/record/queries.server'
import { releaseHeldName } from '@/lib/verifications/tried/allow.server'

/** A second person releases a held name. Returns the check. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['reviewer'],
    handle: async ({ params, actor, by }) => {
      await releaseHeldName(params.id, by)
      return readVerification(params.id, actor)
    },
  }),
})
