import { defineRoute, methods } from '@/lib/http/route.server'
import { deleteView } from '@/lib/verifications/views.server'

/** One saved view; only its owner may delete it. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  DELETE: defineRoute({
    handle: async ({ params, actor }) => {
      await deleteView(params.id ?? '', actor.id)
      return {}
    },
  }),
})
