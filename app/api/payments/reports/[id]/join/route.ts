import { reportReceiptAnswer } from '@/app/api/openapi/report-answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { joinKeptReport } from '@/lib/payments/reports/join.server'
import { joinInput } from '@/lib/payments/reports/schema'

/** Joins a report without a run to a run. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    byKey: {
      scope: 'payments:write',
      summary: 'Joins a report that was kept without its run to a payment run.',
      answer: reportReceiptAnswer,
    },
    roles: ['reviewer', 'analyst'],
    body: joinInput,
    handle: ({ params, body, by }) => joinKeptReport(params.id, body.run, by),
  }),
})
