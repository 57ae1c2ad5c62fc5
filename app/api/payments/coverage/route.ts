import { coverageAnswer } from '@/app/api/openapi/payment-answers'
import { download } from '@/lib/http/download.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { exportCoverage, readCoverage } from '@/lib/payments/coverage/coverage.server'
import { coverageQuerySchema } from '@/lib/payments/coverage/schema'
import { officeDay } from '@/lib/platform/days/days.server'
import { mediaTypesOf } from '@/lib/tables/media-types'

/** The checked share of released lines and sums, by month and debtor account. With format=csv, as a file. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    byKey: {
      scope: 'payments:read',
      summary:
        'Share of released lines and money that had a fresh check, by month and debtor account. format=csv gives the counts as a file.',
      answer: coverageAnswer,
      media: mediaTypesOf(['csv']),
    },
    roles: ['reviewer', 'admin'],
    query: coverageQuerySchema,
    recorded: true,
    handle: async ({ query: { months, format }, actor, by }) => {
      if (format === 'json') return readCoverage(months, actor)
      const name = `coverage-${officeDay()}.csv`
      return download(actor, async () => ({
        name,
        type: 'text/csv; charset=utf-8',
        pieces: await exportCoverage(months, by),
      }))
    },
  }),
})
