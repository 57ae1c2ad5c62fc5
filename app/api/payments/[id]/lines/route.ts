import { paymentLinesAnswer } from '@/app/api/openapi/payment-answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { searchLines } from '@/lib/payments/lines/search.server'
import { linesQuerySchema } from '@/lib/payments/schema'

/** A page of the lines of a run, in the order of its file. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    byKey: {
      scope: 'payments:read',
      summary: 'A page of the lines of a payment run, by gate and by reason.',
      answer: paymentLinesAnswer,
    },
    query: linesQuerySchema,
    handle: ({ params, query, actor }) => searchLines(params.id, { text: '', skip: 0, ...query }, actor),
  }),
})
