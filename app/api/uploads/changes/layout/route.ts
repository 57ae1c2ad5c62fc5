import { changeLayout, changeLayoutPreference } from '@/lib/exports/change-layout.server'
import { defineRoute, methods } from '@/lib/http/route.server'

/** Columns of lists of changes, stored per person. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ ownAct: false, handle: ({ actor }) => changeLayoutPreference.read(actor.id) }),
  PUT: defineRoute({
    body: changeLayout,
    handle: ({ body, actor }) => changeLayoutPreference.save(actor.id, body),
  }),
})
