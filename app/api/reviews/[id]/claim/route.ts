import { claimAnswer, releasedAnswer } from '@/app/api/openapi/review-answers'
import { jsonResponse } from '@/lib/http/problem.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { claimReview, releaseReview } from '@/lib/reviews/decision/claim.server'

/** Claims an item for ten minutes, or renews the claim. DELETE releases it. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    byKey: {
      scope: 'reviews:decide',
      summary: 'Claims a review for ten minutes; again: renews the claim.',
      answer: claimAnswer,
    },
    roles: ['reviewer'],
    handle: ({ params, actor }) => claimReview(params.id, actor),
  }),
  DELETE: defineRoute({
    byKey: { scope: 'reviews:decide', summary: 'Releases a claimed review.', answer: releasedAnswer },
    roles: ['reviewer'],
    handle: async ({ params, actor }) => {
      await releaseReview(params.id, actor)
      return jsonResponse({ released: true })
    },
  }),
})
