import { paymentRunsAnswer } from '@/app/api/openapi/payment-answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { readRuns } from '@/lib/payments/runs.server'
import { newestFirstSchema } from '@/lib/payments/schema'

/** Payment runs, newest first. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    byKey: { scope: 'payments:read', summary: 'Payment runs, newest first.', answer: paymentRunsAnswer },
    // pages fetch it again on each live event, which must not extend the session
    ownAct: false,
    query: newestFirstSchema,
    handle: ({ query, actor }) => readRuns(query, actor),
  }),
})
