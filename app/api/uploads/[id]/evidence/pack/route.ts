import { uploadPack } from '@/lib/exports/evidence/pack.server'
import { download } from '@/lib/http/download.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { requestLocale } from '@/lib/platform/language/i18n.server'

export const dynamic = 'force-dynamic'

/** The signed evidence pack of one upload. It holds names and IBANs: not for people who see them masked. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    roles: ['analyst', 'reviewer'],
    handle: async ({ params, actor, doer }) => {
      const pack = await uploadPack(params.id ?? '', { actor, doer }, await requestLocale())
      return download(pack.pieces, pack, actor)
    },
  }),
})
