import { reportAnswer } from '@/app/api/openapi/report-answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { readReport } from '@/lib/payments/reports/queries.server'
import { reportQuerySchema } from '@/lib/payments/reports/schema'

/** A bank report with a page of its lines. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    byKey: {
      scope: 'payments:read',
      summary: 'A report of the bank with a page of its lines.',
      answer: reportAnswer,
    },
    query: reportQuerySchema,
    handle: ({ params, query, actor }) => readReport(params.id, query, actor),
  }),
})
