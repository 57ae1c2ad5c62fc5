import { paymentRunAnswer } from '@/app/api/openapi/payment-answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { confirmLines } from '@/lib/payments/confirm/confirm.server'
import { readPaymentRun } from '@/lib/payments/runs.server'
import { confirmationInput } from '@/lib/payments/schema'

/** A reviewer confirms the new IBAN of lines, or that lines are no duplicates. Returns the run. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    byKey: {
      scope: 'payments:write',
      summary:
        'Confirms a new IBAN with the call to the payee, or says that lines are no duplicates. Never for one’s own upload.',
      answer: paymentRunAnswer,
    },
    roles: ['reviewer'],
    body: confirmationInput,
    handle: async ({ params, body, actor, by }) => {
      await confirmLines(params.id, body, by)
      return readPaymentRun(params.id, actor)
    },
  }),
})
