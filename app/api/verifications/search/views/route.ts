import { savedViewInput } from '@/lib/history/views'
import { listViews, saveView } from '@/lib/history/views.server'
import { defineRoute, methods } from '@/lib/http/route.server'

/** The saved views of the history: the caller’s own and shared ones. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ ownAct: false, handle: async ({ actor }) => ({ items: await listViews(actor.id) }) }),
  POST: defineRoute({ body: savedViewInput, handle: ({ body, actor }) => saveView(body, actor.id) }),
})
