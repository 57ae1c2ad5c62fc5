import { paymentLinesAnswer } from '@/app/api/openapi/payment-answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { searchLines } from '@/lib/payments/lines/search.server'
import { linesSearch } from '@/lib/payments/schema'

/** Searches the lines of a run. A POST, because a part of a name or an IBAN must not appear in a URL. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    byKey: {
      scope: 'payments:read',
      summary: 'A page of the lines of a payment run, also by a part of a name, an IBAN or a reference.',
      answer: paymentLinesAnswer,
    },
    body: linesSearch,
    ownAct: false,
    handle: ({ params, body, actor }) => searchLines(params.id, body, actor),
  }),
})
