import { reportAnswer } from '@/app/api/openapi/report-answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { readReport, reportOfRun } from '@/lib/payments/reports/queries.server'
import { reportQuerySchema } from '@/lib/payments/reports/schema'

/** Report `number` of a run, with a page of its lines. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    byKey: {
      scope: 'payments:read',
      summary: 'A report of the bank by its number within the run, with a page of its lines.',
      answer: reportAnswer,
    },
    query: reportQuerySchema,
    handle: async ({ params: { id, number }, query, actor }) =>
      readReport(await reportOfRun(id, Number(number), actor), query, actor),
  }),
})
