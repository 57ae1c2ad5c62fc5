import { defineRoute, methods } from '@/lib/http/route.server'
import { triedReport } from '@/lib/verifications/tried/report.server'

/** Who tries many names on the same IBANs: people and numbers, no names and no IBANs. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ roles: ['admin'], handle: async () => ({ items: await triedReport() }) }),
})
