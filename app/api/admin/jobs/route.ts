import { defineRoute, methods } from '@/lib/http/route.server'
import { readJobs } from '@/lib/jobs/queries.server'

/** What the queues have to do, and what ran when. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ roles: ['admin'], ownAct: false, handle: () => readJobs() }),
})
