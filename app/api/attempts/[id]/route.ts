import { readUnknownAttemptView } from '@/lib/attempts/queries.server'
import { defineRoute, methods } from '@/lib/http/route.server'

/** One paid request with the decisions about it. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ roles: ['reviewer'], handle: ({ params }) => readUnknownAttemptView(params.id) }),
})
