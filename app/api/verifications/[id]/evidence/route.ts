import { checkReport } from '@/lib/exports/evidence/report.server'
import { fileResponse } from '@/lib/http/download.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { requestLocale } from '@/lib/platform/language/i18n.server'

/** The evidence of one check as PDF, masked for people who see masked names. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    recorded: true,
    handle: async ({ params, by }) => fileResponse(await checkReport(params.id, await requestLocale(), by)),
  }),
})
