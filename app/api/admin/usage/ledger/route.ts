import { defineRoute, methods } from '@/lib/http/route.server'
import { ledgerQuery, readLedger } from '@/lib/usage/reconcile.server'

/** What was sent, acknowledged and is unknown for each submission, with the totals that must match. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ roles: ['admin'], query: ledgerQuery, handle: ({ query }) => readLedger(query) }),
})
