import { paymentRunAnswer } from '@/app/api/openapi/payment-answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { withdrawRelease } from '@/lib/payments/release/withdraw.server'
import { readPaymentRun } from '@/lib/payments/runs.server'

/** Withdraws a release within 10 minutes, before its first download. Returns the run. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    byKey: {
      scope: 'payments:write',
      summary: 'Withdraws a release, within 10 minutes and before a file of it was downloaded.',
      answer: paymentRunAnswer,
    },
    roles: ['reviewer'],
    handle: async ({ params, actor, by }) => {
      await withdrawRelease(params.id, Number(params.number), by)
      return readPaymentRun(params.id, actor)
    },
  }),
})
