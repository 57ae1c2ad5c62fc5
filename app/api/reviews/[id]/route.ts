import { reviewAnswer } from '@/app/api/openapi/review-answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { readReview } from '@/lib/reviews/item/item.server'
import { auditOpening } from '@/lib/verifications/record/open.server'

/** One review with its evidence, decisions and timeline. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    byKey: {
      scope: 'reviews:read',
      summary: 'One review with its evidence, decisions and timeline.',
      answer: reviewAnswer,
    },
    roles: ['reviewer', 'analyst'],
    ownAct: false,
    recorded: true,
    handle: async ({ params, actor, auditActor }) => {
      const review = await readReview(params.id, actor)
      await auditOpening(review.verificationId, auditActor)
      return review
    },
  }),
})
