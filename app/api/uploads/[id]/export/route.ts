import { exportChangeList } from '@/lib/exports/change-list.server'
import { assertUnmasked } from '@/lib/exports/export.server'
import { download } from '@/lib/http/download.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { requestLocale } from '@/lib/platform/language/i18n.server'
import { mediaTypesOf } from '@/lib/tables/media-types'
import { exportCorrectedFile } from '@/lib/uploads/corrections/corrected-file.server'
import { exportOriginal } from '@/lib/uploads/export.server'
import { exportFixFile } from '@/lib/uploads/fix-file.server'
import { exportQuerySchema } from '@/lib/uploads/schema'

/**
 * The original file with its results or with corrected names, its unsent rows as a file to correct, or the list of
 * corrected names. Streamed, never stored, and not for people who see masked names.
 */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    byKey: {
      scope: 'exports:read',
      summary:
        'The original file with its results or with corrected names, the rows that were not sent, or the list of corrected names.',
      media: mediaTypesOf(['csv', 'xlsx', 'xml']),
    },
    roles: ['analyst', 'reviewer'],
    query: exportQuerySchema,
    recorded: true,
    handle: async ({ params, query, actor, by }) => {
      await assertUnmasked(params.id, actor)
      const locale = await requestLocale()
      const { id } = params
      const make = {
        original: () => exportOriginal(id, locale, by),
        fix: () => exportFixFile(id, locale, by),
        corrected: () => exportCorrectedFile(id, locale, query.with === 'decisions', by),
        changes: () => exportChangeList(id, query.as, locale, by),
      }[query.format]
      return download(actor, make)
    },
  }),
})
