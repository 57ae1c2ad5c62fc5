import { defineRoute, methods } from '@/lib/http/route.server'
import { savedViewInput } from '@/lib/verifications/views'
import { listViews, saveView } from '@/lib/verifications/views.server'

/** The saved views of the history: own ones and shared ones. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ ownAct: false, handle: async ({ actor }) => ({ items: await listViews(actor.id) }) }),
  POST: defineRoute({ body: savedViewInput, handle: ({ body, actor }) => saveView(body, actor.id) }),
})
