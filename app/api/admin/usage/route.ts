import { defineRoute, methods } from '@/lib/http/route.server'
import { readUsage } from '@/lib/usage/overview.server'

/** Credits by our own books: what is left, how fast they go, what was put in. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ roles: ['admin'], handle: () => readUsage() }),
})
