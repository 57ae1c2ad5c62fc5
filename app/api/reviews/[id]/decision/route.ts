import { decidedAnswer } from '@/app/api/openapi/review-answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { decideReview } from '@/lib/reviews/decision/decide.server'
import { decisionInput } from '@/lib/reviews/decision/schema'

/** Approves, rejects or escalates, bound to the evidence that was on screen. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    byKey: {
      scope: 'reviews:decide',
      summary: "Approves, rejects or escalates, bound to the evidence that was read. Never one's own check.",
      answer: decidedAnswer,
    },
    roles: ['reviewer'],
    body: decisionInput,
    handle: ({ params, body, by }) => decideReview(params.id, body, by),
  }),
})
