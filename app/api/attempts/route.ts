import { listUnknownAttempts } from '@/lib/attempts/queries.server'
import { unknownAttemptsQuerySchema } from '@/lib/attempts/schema'
import { defineRoute, methods } from '@/lib/http/route.server'

/** Paid requests with a lost response that nobody has resolved. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    roles: ['reviewer'],
    // the count in the navigation is fetched again on every live event
    ownAct: false,
    query: unknownAttemptsQuerySchema,
    handle: ({ query }) => listUnknownAttempts(query),
  }),
})
