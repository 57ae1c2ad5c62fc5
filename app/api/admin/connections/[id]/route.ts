import { removeConnection } from '@/lib/connections/remove.server'
import { removalInput } from '@/lib/connections/schema'
import { defineRoute, methods } from '@/lib/http/route.server'

/** Deletes a connection that is no longer in use. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  DELETE: defineRoute({
    roles: ['admin'],
    stepUp: true,
    body: removalInput,
    handle: async ({ params, body, by }) => {
      await removeConnection(params.id, body.name, by)
      return { deleted: true }
    },
  }),
})
