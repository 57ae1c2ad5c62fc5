import { groupUndoneAnswer } from '@/app/api/openapi/review-answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { undoGroup } from '@/lib/reviews/decision/group.server'
import { groupUndoInput } from '@/lib/reviews/decision/schema'

/** Undoes the decisions of a group within five minutes: all or none. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    byKey: {
      scope: 'reviews:decide',
      summary: "Takes back up to 25 of one's own last decisions within five minutes: all or none.",
      answer: groupUndoneAnswer,
    },
    roles: ['reviewer'],
    body: groupUndoInput,
    handle: ({ body, by }) => undoGroup(body, by),
  }),
})
