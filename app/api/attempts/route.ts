import { listDoubts } from '@/lib/attempts/queries.server'
import { doubtsQuery } from '@/lib/attempts/schema'
import { defineRoute, methods } from '@/lib/http/route.server'

/** Paid requests whose answer was lost and about which nobody has decided. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    roles: ['reviewer'],
    // the count in the navigation is read again with every live event
    ownAct: false,
    query: doubtsQuery,
    handle: ({ query }) => listDoubts(query),
  }),
})
