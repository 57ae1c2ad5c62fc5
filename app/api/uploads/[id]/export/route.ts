import { demandUnmasked } from '@/lib/exports/export.server'
import { download } from '@/lib/http/download.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { requestLocale } from '@/lib/platform/language/i18n.server'
import { exportOriginal } from '@/lib/uploads/export.server'
import { exportFixFile } from '@/lib/uploads/fix-file.server'
import { exportQuery } from '@/lib/uploads/schema'

export const dynamic = 'force-dynamic'

/**
 * The original file with its results, or its unsent rows as a file to correct. Streamed, never stored, and not for
 * people who see masked names.
 */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    byKey: {
      scope: 'exports:read',
      summary: 'The original file with its results, or the rows that were not sent as a file to correct.',
      media: 'text/csv',
    },
    roles: ['analyst', 'reviewer'],
    query: exportQuery,
    handle: async ({ params, query, actor, doer }) => {
      await demandUnmasked(params.id ?? '', actor)
      const make = query.format === 'fix' ? exportFixFile : exportOriginal
      const locale = await requestLocale()
      return download(actor, async () => {
        const {
          fileName: name,
          mediaType: type,
          pieces,
        } = await make(params.id ?? '', { actor, doer }, locale)
        return { name, type, pieces }
      })
    },
  }),
})
