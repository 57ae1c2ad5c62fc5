import { uploadAnswer } from '@/app/api/openapi/answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { readUpload } from '@/lib/uploads/queries.server'
import { actOnUpload } from '@/lib/uploads/sending/control.server'

/** Pauses sending. Batches already sent continue. Answers the upload. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    byKey: {
      scope: 'uploads:write',
      summary: 'Pauses sending. Batches already sent continue.',
      answer: uploadAnswer,
    },
    roles: ['analyst'],
    handle: async ({ params, actor, by }) => {
      await actOnUpload(params.id, 'pause', by)
      return readUpload(params.id, actor)
    },
  }),
})
