import { listEntries } from '@/lib/audit/queries.server'
import { auditQuerySchema } from '@/lib/audit/schema'
import { defineRoute, methods } from '@/lib/http/route.server'

/** The audit log, newest first. People without the Admin role see their own entries only. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    query: auditQuerySchema,
    ownAct: false,
    handle: ({ query: { after, size, ...filters }, actor }) => listEntries({ filters, after, size }, actor),
  }),
})
