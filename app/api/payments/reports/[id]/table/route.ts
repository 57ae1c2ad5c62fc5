import { exportReportTable } from '@/lib/exports/report-table.server'
import { download } from '@/lib/http/download.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { listQuerySchema } from '@/lib/payments/schema'
import { mediaTypesOf } from '@/lib/tables/media-types'
import { LIST_FORMATS } from '@/lib/tables/table'

/** Every line of a bank report as a CSV file or a workbook, streamed. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    byKey: {
      scope: 'payments:read',
      summary: 'Every line of a bank report as a CSV file or a workbook.',
      media: mediaTypesOf(LIST_FORMATS),
    },
    query: listQuerySchema,
    recorded: true,
    handle: ({ params, query, actor, by }) =>
      download(actor, () => exportReportTable(params.id, query.format, by)),
  }),
})
