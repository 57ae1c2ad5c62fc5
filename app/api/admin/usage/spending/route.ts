import { defineRoute, methods } from '@/lib/http/route.server'
import { ledgerQuerySchema } from '@/lib/usage/reconcile.server'
import { readSpending } from '@/lib/usage/spending.server'

/** The credits used in a period, by day and by person. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    roles: ['admin'],
    query: ledgerQuerySchema,
    handle: ({ query }) => readSpending(query),
  }),
})
