import { readLayout, saveLayout } from '@/lib/history/layout.server'
import { historyLayout } from '@/lib/history/layout-input'
import { defineRoute, methods } from '@/lib/http/route.server'

/** Columns and density of the history, stored per person. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ ownAct: false, handle: ({ actor }) => readLayout(actor.id) }),
  PUT: defineRoute({ body: historyLayout, handle: ({ body, actor }) => saveLayout(body, actor.id) }),
})
