import { historyLayout, layoutPreference } from '@/lib/history/layout.server'
import { defineRoute, methods } from '@/lib/http/route.server'

/** Columns and density of the history, stored per person. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ ownAct: false, handle: ({ actor }) => layoutPreference.read(actor.id) }),
  PUT: defineRoute({
    body: historyLayout,
    handle: ({ body, actor }) => layoutPreference.save(actor.id, body),
  }),
})
