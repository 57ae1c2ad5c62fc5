import { checkPack } from '@/lib/exports/evidence/pack.server'
import { download } from '@/lib/http/download.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { requestLocale } from '@/lib/platform/language/i18n.server'

/** The signed evidence pack of one check. It has names and IBANs, so people who see masked data don’t get it. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    roles: ['analyst', 'reviewer'],
    recorded: true,
    handle: async ({ params, actor, by }) => {
      const locale = await requestLocale()
      return download(actor, () => checkPack(params.id, locale, by))
    },
  }),
})
