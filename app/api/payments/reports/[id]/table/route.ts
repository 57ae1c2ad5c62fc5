import { download } from '@/lib/http/download.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { reportTableQuery } from '@/lib/payments/reports/schema'
import { reportTable } from '@/lib/payments/reports/table.server'

export const dynamic = 'force-dynamic'

/** Every line of a report as a CSV file, streamed. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    byKey: { scope: 'payments:read', summary: 'Every line of a report as a CSV file.', media: 'text/csv' },
    query: reportTableQuery,
    handle: ({ params, actor, auditActor }) =>
      download(actor, () => reportTable(params.id ?? '', { actor, auditActor })),
  }),
})
