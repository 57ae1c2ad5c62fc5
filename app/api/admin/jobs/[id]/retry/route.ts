import { defineRoute, methods } from '@/lib/http/route.server'
import { retryJob } from '@/lib/jobs/retry.server'

/** A job that failed for the last time goes back to its queue. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['admin'],
    stepUp: true,
    handle: ({ params, doer }) => retryJob(params.id ?? '', doer),
  }),
})
