import { paymentRunAnswer } from '@/app/api/openapi/payment-answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { recordHeldNotSent } from '@/lib/payments/release/withdraw.server'
import { readPaymentRun } from '@/lib/payments/runs.server'

/** A reviewer records that a downloaded held file was not sent to a bank. Returns the run. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    byKey: {
      scope: 'payments:write',
      summary:
        'Records that a downloaded held file was not sent to a bank, so that its lines may leave later. Never for one’s own upload.',
      answer: paymentRunAnswer,
    },
    roles: ['reviewer'],
    handle: async ({ params, actor, by }) => {
      await recordHeldNotSent(params.id, Number(params.number), by)
      return readPaymentRun(params.id, actor)
    },
  }),
})
