import { uploadAnswer } from '@/app/api/openapi/answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { readUpload } from '@/lib/uploads/queries.server'
import { actOnUpload } from '@/lib/uploads/sending/control.server'

/** Stops sending permanently; the remaining rows are marked as not sent. Returns the upload. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    byKey: { scope: 'uploads:write', summary: 'Stops sending permanently.', answer: uploadAnswer },
    roles: ['analyst'],
    handle: async ({ params, actor, by }) => {
      await actOnUpload(params.id, 'stop', by)
      return readUpload(params.id, actor)
    },
  }),
})
