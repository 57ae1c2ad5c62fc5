import { uploadAnswer } from '@/app/api/openapi/answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { readUpload } from '@/lib/uploads/queries.server'

/** One upload with its counts and batches. The page polls it, so it does not extend the session. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    byKey: {
      scope: 'uploads:read',
      summary: 'One upload with its counts and batches.',
      answer: uploadAnswer,
    },
    ownAct: false,
    handle: ({ params, actor }) => readUpload(params.id, actor),
  }),
})
