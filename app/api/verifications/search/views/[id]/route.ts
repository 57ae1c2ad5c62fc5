import { savedViewInput } from '@/lib/history/views'
import { deleteView, updateView } from '@/lib/history/views.server'
import { defineRoute, methods } from '@/lib/http/route.server'

/** One saved view. Only its owner may change or delete it. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  PUT: defineRoute({
    body: savedViewInput,
    handle: ({ params, body, actor }) => updateView(params.id, body, actor.id),
  }),
  DELETE: defineRoute({
    handle: async ({ params, actor }) => {
      await deleteView(params.id, actor.id)
      return {}
    },
  }),
})
