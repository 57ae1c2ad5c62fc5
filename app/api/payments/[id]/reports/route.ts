import { reportReceiptAnswer } from '@/app/api/openapi/report-answers'
import { REPORT_BODY, readReportBody } from '@/app/api/payments/report-body.server'
import { jsonResponse } from '@/lib/http/problem.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { receiveReport } from '@/lib/payments/reports/receive.server'
import { MAX_BYTES } from '@/lib/tables/table'

/** Receives a bank report about this run. The body is the file, and the header x-file-name its percent-encoded name. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    byKey: {
      scope: 'payments:write',
      operationId: 'postPaymentRunReports',
      summary: 'Receives a report of the bank about a payment run: the body is the file.',
      answer: reportReceiptAnswer,
      ...REPORT_BODY,
    },
    roles: ['reviewer', 'analyst'],
    maxBytes: MAX_BYTES,
    handle: async ({ request, params, actor, by }) =>
      jsonResponse(await receiveReport(await readReportBody(request, actor, params.id), by), 201),
  }),
})
