import { claimAnswer } from '@/app/api/openapi/review-answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { takeOver } from '@/lib/reviews/decision/claim.server'
import { takeOverInput } from '@/lib/reviews/decision/schema'

/** Takes over an item that another person has claimed, with a reason. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    byKey: {
      scope: 'reviews:decide',
      summary: 'Takes over an item that someone else has claimed, with a reason.',
      answer: claimAnswer,
    },
    roles: ['reviewer'],
    body: takeOverInput,
    handle: ({ params, body, by }) => takeOver(params.id, body.reason, by),
  }),
})
