import { madeAnswer } from '@/app/api/openapi/answers'
import { jsonResponse } from '@/lib/http/problem.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { MAX_DOCUMENT } from '@/lib/reviews/item/documents'
import { addDocument, documentName, readDocumentFile } from '@/lib/reviews/item/documents.server'

/** Adds a document. The body is the file; the header x-file-name has its percent-encoded name. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    byKey: {
      scope: 'reviews:decide',
      summary: 'Adds a document to a review: the body is the file.',
      answers: [201],
      answer: madeAnswer,
      bodyAs: { media: 'application/octet-stream', text: 'The file.' },
      headers: { 'x-file-name': 'Its name, percent-encoded.' },
    },
    roles: ['reviewer', 'analyst'],
    maxBytes: MAX_DOCUMENT,
    handle: async ({ request, params, actor, by }) => {
      const file = { name: documentName(request), bytes: await readDocumentFile(request, actor) }
      return jsonResponse(await addDocument(params.id, file, by), 201)
    },
  }),
})
