import { defineRoute, methods } from '@/lib/http/route.server'
import { readUsage } from '@/lib/usage/overview.server'

/** Credits by our own ledger: balance, rate of use and top-ups. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ roles: ['admin'], handle: () => readUsage() }),
})
