import { download } from '@/lib/http/download.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { officeDay } from '@/lib/platform/days/days.server'
import { accessReport } from '@/lib/users/report.server'

/** The access review as CSV. A POST, because each export is recorded in the audit log. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['admin'],
    handle: async ({ actor, auditActor }) => {
      const name = `access-review-${officeDay()}.csv`
      return download(actor, async () => ({
        name,
        type: 'text/csv; charset=utf-8',
        pieces: [await accessReport(auditActor)].values(),
      }))
    },
  }),
})
