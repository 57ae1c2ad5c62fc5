import { defineRoute, methods } from '@/lib/http/route.server'
import { triedNamesReport } from '@/lib/verifications/tried/report.server'

/** People who check many names on the same IBANs: people and counts, without names or IBANs. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ roles: ['admin'], handle: async () => ({ items: await triedNamesReport() }) }),
})
