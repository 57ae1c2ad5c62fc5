import { checkReport } from '@/lib/exports/evidence/report.server'
import { fileResponse, refuseHead } from '@/lib/http/download.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { requestLocale } from '@/lib/platform/language/i18n.server'

export const dynamic = 'force-dynamic'

/** The evidence of one check as PDF, masked for people who see masked names. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    handle: async ({ request, params, actor, auditActor }) => {
      refuseHead(request)
      return fileResponse(await checkReport(params.id ?? '', { actor, auditActor }, await requestLocale()))
    },
  }),
})
