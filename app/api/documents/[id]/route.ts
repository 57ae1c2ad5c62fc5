import { slices } from '@/lib/exports/evidence/parts.server'
import { download } from '@/lib/http/download.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { DOCUMENT_MEDIA_TYPES } from '@/lib/reviews/item/documents'
import { openDocument } from '@/lib/reviews/item/documents.server'

/** A document, for people who may read its review. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    byKey: { scope: 'reviews:read', summary: 'A document of a review.', media: DOCUMENT_MEDIA_TYPES },
    roles: ['reviewer', 'analyst'],
    recorded: true,
    handle: ({ params, actor, by }) =>
      download(actor, async () => {
        const { bytes, ...named } = await openDocument(params.id, by)
        return { ...named, pieces: slices(bytes) }
      }),
  }),
})
