import { exportPaymentList } from '@/lib/exports/payment-list.server'
import { download } from '@/lib/http/download.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { listQuerySchema } from '@/lib/payments/schema'
import { mediaTypesOf } from '@/lib/tables/media-types'
import { LIST_FORMATS } from '@/lib/tables/table'

/** Every line of a run as a CSV file or a workbook, streamed. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    byKey: {
      scope: 'payments:read',
      summary:
        'Every line of a payment run as a CSV file or a workbook, with its gate, the reason and the answers.',
      media: mediaTypesOf(LIST_FORMATS),
    },
    query: listQuerySchema,
    recorded: true,
    handle: ({ params, query, actor, by }) =>
      download(actor, () => exportPaymentList(params.id, query.format, by)),
  }),
})
