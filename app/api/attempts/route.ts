import { defineRoute, methods } from '@/lib/http/route.server'
import { listDoubts } from '@/lib/verifications/doubt/queries.server'

/** Paid requests whose answer was lost and about which nobody has decided. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ roles: ['reviewer'], handle: async () => ({ items: await listDoubts() }) }),
})
