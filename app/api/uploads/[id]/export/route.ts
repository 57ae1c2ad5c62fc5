import { defineRoute, methods } from '@/lib/http/route.server'
import { requestLocale } from '@/lib/platform/i18n.server'
import { exportOriginal } from '@/lib/uploads/export.server'
import { exportQuery } from '@/lib/uploads/schema'

export const dynamic = 'force-dynamic'

/** The original file with its results, streamed and never stored. Not for people who see names masked. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    roles: ['analyst', 'reviewer'],
    query: exportQuery,
    handle: async ({ params, actor, doer }) => {
      const file = await exportOriginal(params.id ?? '', { actor, doer }, await requestLocale())
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          const { done, value } = file.pieces.next()
          if (done) controller.close()
          else controller.enqueue(value)
        },
      })
      const headers = {
        'content-type': file.mediaType,
        'content-disposition': `attachment; filename="results.csv"; filename*=UTF-8''${encodeURIComponent(file.fileName)}`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      }
      return new Response(body, { headers })
    },
  }),
})
