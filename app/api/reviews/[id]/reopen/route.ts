import { defineRoute, methods } from '@/lib/http/route.server'
import { reopenReview } from '@/lib/reviews/decide.server'
import { reopenInput } from '@/lib/reviews/schema'

/** Open a decided item again, with a reason. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['reviewer'],
    body: reopenInput,
    handle: ({ params, body, actor, doer }) => reopenReview(params.id ?? '', body.note, actor, doer),
  }),
})
