import { exportHistory } from '@/lib/exports/export.server'
import { historyExport } from '@/lib/history/search'
import { download } from '@/lib/http/download.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { requestLocale } from '@/lib/platform/language/i18n.server'
import { mediaTypesOf } from '@/lib/tables/media-types'
import { TABLE_FORMATS } from '@/lib/tables/table'

/** The history as a file of any size, streamed. A POST, to keep search text out of the URL. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    byKey: {
      scope: 'exports:read',
      summary: 'The results of the same search as a CSV, XLSX or JSON file.',
      media: mediaTypesOf(TABLE_FORMATS),
    },
    body: historyExport,
    handle: async ({ body, actor, by }) => {
      const locale = await requestLocale()
      return download(actor, () => exportHistory(body, locale, by))
    },
  }),
})
