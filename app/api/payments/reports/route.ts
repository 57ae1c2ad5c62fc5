import { reportReceiptAnswer, reportsAnswer } from '@/app/api/openapi/report-answers'
import { REPORT_BODY, readReportBody } from '@/app/api/payments/report-body.server'
import { jsonResponse } from '@/lib/http/problem.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { listReports } from '@/lib/payments/reports/queries.server'
import { receiveReport } from '@/lib/payments/reports/receive.server'
import { newestFirstSchema } from '@/lib/payments/schema'
import { MAX_BYTES } from '@/lib/tables/table'

/** GET: bank reports, newest first. POST: receives a report and joins it to the run of its MsgId, or keeps it. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    byKey: { scope: 'payments:read', summary: 'Bank reports, newest first.', answer: reportsAnswer },
    query: newestFirstSchema,
    handle: ({ query, actor }) => listReports(query, actor),
  }),
  POST: defineRoute({
    byKey: {
      scope: 'payments:write',
      summary:
        'Receives a report of the bank: the body is the file. Its run is found by the MsgId; without one it is kept and can be joined later.',
      answer: reportReceiptAnswer,
      ...REPORT_BODY,
    },
    roles: ['reviewer', 'analyst'],
    maxBytes: MAX_BYTES,
    handle: async ({ request, actor, by }) =>
      jsonResponse(await receiveReport(await readReportBody(request, actor, null), by), 201),
  }),
})
