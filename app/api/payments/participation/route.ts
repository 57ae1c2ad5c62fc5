import { participationAnswer } from '@/app/api/openapi/payment-answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { participationOf } from '@/lib/payments/participants/register.server'
import { participationInput } from '@/lib/payments/participants/schema'

/** Whether the banks of these IBANs take part in the scheme. A POST, because an IBAN must not appear in a URL. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    byKey: {
      scope: 'payments:read',
      summary:
        'Whether the banks of these IBANs are in the register of participants, in the order of the request. The beginning of an IBAN up to its bank code is enough.',
      answer: participationAnswer,
    },
    // called while a person types, in the background
    ownAct: false,
    body: participationInput,
    handle: ({ body }) => participationOf(body.ibans),
  }),
})
