import { z } from 'zod'
import { exportUploadRows } from '@/lib/exports/export.server'
import { download } from '@/lib/http/download.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { requestLocale } from '@/lib/platform/language/i18n.server'
import { mediaTypesOf } from '@/lib/tables/media-types'
import { TABLE_FORMATS } from '@/lib/tables/table'

const query = z.strictObject({ format: z.enum(TABLE_FORMATS) })

/** Every row of an upload with its result, as a table in our own format, streamed. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    byKey: {
      scope: 'exports:read',
      summary: 'Every row of an upload with its result, as a table.',
      media: mediaTypesOf(TABLE_FORMATS),
    },
    query,
    recorded: true,
    handle: async ({ params, query: { format }, actor, by }) => {
      const locale = await requestLocale()
      return download(actor, () => exportUploadRows(params.id, format, locale, by))
    },
  }),
})
