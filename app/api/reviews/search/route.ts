import { queueAnswer } from '@/app/api/openapi/review-answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { searchReviews } from '@/lib/reviews/queue/queue.server'
import { queueInput } from '@/lib/reviews/queue/schema'

/** One tab of the review queue, with the counts of all tabs. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    byKey: {
      scope: 'reviews:read',
      summary: 'A tab of the review queue with the counts of all tabs.',
      answer: queueAnswer,
    },
    roles: ['reviewer', 'analyst'],
    body: queueInput,
    ownAct: false,
    handle: ({ body, actor }) => searchReviews(body, actor),
  }),
})
