import { readChangeLayout, saveChangeLayout } from '@/lib/exports/change-layout.server'
import { changeLayout } from '@/lib/exports/change-layout-input'
import { defineRoute, methods } from '@/lib/http/route.server'

/** Columns of lists of changes, stored per person. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ ownAct: false, handle: ({ actor }) => readChangeLayout(actor.id) }),
  PUT: defineRoute({ body: changeLayout, handle: ({ body, actor }) => saveChangeLayout(body, actor.id) }),
})
