import { defineRoute, methods } from '@/lib/http/route.server'
import { ledgerQuerySchema, readLedger } from '@/lib/usage/reconcile.server'

/** What was sent, acknowledged and is unknown for each submission, with the totals that must match. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ roles: ['admin'], query: ledgerQuerySchema, handle: ({ query }) => readLedger(query) }),
})
