import { uploadAnswer } from '@/app/api/openapi/answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { readUpload } from '@/lib/uploads/queries.server'
import { actOnUpload } from '@/lib/uploads/sending/control.server'

/** Resumes sending. Answers the upload. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    byKey: { scope: 'uploads:write', summary: 'Resumes sending.', answer: uploadAnswer },
    roles: ['analyst'],
    handle: async ({ params, actor, by }) => {
      await actOnUpload(params.id, 'resume', by)
      return readUpload(params.id, actor)
    },
  }),
})
