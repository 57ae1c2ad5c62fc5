import { defineRoute, methods } from '@/lib/http/route.server'
import { readLayout, saveLayout } from '@/lib/verifications/layout.server'
import { historyLayout } from '@/lib/verifications/layout-input'

/** Columns and density of the history, kept with the person. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ ownAct: false, handle: ({ actor }) => readLayout(actor.id) }),
  PUT: defineRoute({ body: historyLayout, handle: ({ body, actor }) => saveLayout(body, actor.id) }),
})
