import { paymentRunAnswer } from '@/app/api/openapi/payment-answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { readPaymentRun } from '@/lib/payments/runs.server'

/** One payment run: its lines and sums by gate, releases, reports and coverage. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    byKey: {
      scope: 'payments:read',
      summary:
        'A payment run: lines and sums by gate and currency, due dates, releases, reports of banks, coverage.',
      answer: paymentRunAnswer,
    },
    // pages fetch it again on each live event, which must not extend the session
    ownAct: false,
    handle: ({ params, actor }) => readPaymentRun(params.id, actor),
  }),
})
