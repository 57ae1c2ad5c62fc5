import { exportEntries } from '@/lib/audit/export.server'
import { auditExportQuerySchema } from '@/lib/audit/schema'
import { download } from '@/lib/http/download.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { officeDay } from '@/lib/platform/days/days.server'

const TYPES = { csv: 'text/csv; charset=utf-8', jsonl: 'application/jsonl; charset=utf-8' }

/** The audit log as a file. The export itself is recorded in the log. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    roles: ['admin'],
    query: auditExportQuerySchema,
    recorded: true,
    handle: async ({ query: { format, ...filters }, actor, by }) => {
      const name = `audit-${officeDay()}.${format}`
      return download(actor, async () => ({
        name,
        type: TYPES[format],
        pieces: await exportEntries(filters, format, by),
      }))
    },
  }),
})
