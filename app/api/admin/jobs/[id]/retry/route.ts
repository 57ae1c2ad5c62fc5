import { defineRoute, methods } from '@/lib/http/route.server'
import { retryJob } from '@/lib/jobs/retry.server'

/** Puts a dead-letter job back into its queue. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['admin'],
    stepUp: true,
    handle: ({ params, auditActor }) => retryJob(params.id, auditActor),
  }),
})
