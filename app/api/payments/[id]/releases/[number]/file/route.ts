import { slices } from '@/lib/exports/evidence/parts.server'
import { assertUnmasked } from '@/lib/exports/export.server'
import { download } from '@/lib/http/download.server'
import { checkSite } from '@/lib/http/origin.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { downloadFile } from '@/lib/payments/release/download.server'
import { fileQuerySchema } from '@/lib/payments/schema'
import { mediaTypesOf } from '@/lib/tables/media-types'

/**
 * A file of a release, unless the person sees masked names. The first download of a released or held file is recorded:
 * the release can't be withdrawn any more.
 */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    byKey: {
      scope: 'payments:read',
      summary:
        'A file of a release: what leaves, what is held, or the manifest. The first download is recorded: the release can’t be withdrawn any more, and the lines of a held file are held.',
      media: mediaTypesOf(['xml', 'csv', 'tsv', 'txt', 'xlsx', 'json']),
    },
    roles: ['analyst', 'reviewer'],
    query: fileQuerySchema,
    recorded: true,
    handle: async ({ request, params, query, actor, by }) => {
      checkSite(request)
      const id = params.id
      await assertUnmasked(id, actor)
      return download(actor, async () => {
        const which = { id, number: Number(params.number), part: query.part }
        const { name, type, bytes } = await downloadFile(which, by)
        return { name, type, pieces: slices(bytes) }
      })
    },
  }),
})
