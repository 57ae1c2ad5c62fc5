import { defineRoute, methods } from '@/lib/http/route.server'
import { readJobs } from '@/lib/jobs/queries.server'

/** The length of each queue and the last runs. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ roles: ['admin'], ownAct: false, handle: () => readJobs() }),
})
