import { stateAnswer } from '@/app/api/openapi/review-answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { undoDecision } from '@/lib/reviews/decision/undo.server'

/** Undoes the caller’s own last decision within five minutes. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    byKey: {
      scope: 'reviews:decide',
      summary: "Takes back one's own last decision within five minutes.",
      answer: stateAnswer,
    },
    roles: ['reviewer'],
    handle: ({ params, by }) => undoDecision(params.id, by),
  }),
})
