import { groupAnswer } from '@/app/api/openapi/review-answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { decideGroup } from '@/lib/reviews/decision/group.server'
import { groupInput } from '@/lib/reviews/decision/schema'

/** Approves up to 25 items that differ only in spelling, or rejects up to 25 with the same result: all or none. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    byKey: {
      scope: 'reviews:decide',
      summary:
        'Approves up to 25 reviews with differences in form only, or rejects up to 25 with the same result: all or none.',
      answer: groupAnswer,
    },
    roles: ['reviewer'],
    body: groupInput,
    handle: ({ body, by }) => decideGroup(body, by),
  }),
})
