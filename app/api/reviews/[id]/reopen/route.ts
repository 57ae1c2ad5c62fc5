import { stateAnswer } from '@/app/api/openapi/review-answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { noteInput } from '@/lib/reviews/decision/schema'
import { reopenReview } from '@/lib/reviews/decision/undo.server'

/** Reopens a decided item, with a reason. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    byKey: {
      scope: 'reviews:decide',
      summary: 'Reopens a decided review, with a reason.',
      answer: stateAnswer,
    },
    roles: ['reviewer'],
    body: noteInput,
    handle: ({ params, body, by }) => reopenReview(params.id, body.note, by),
  }),
})
