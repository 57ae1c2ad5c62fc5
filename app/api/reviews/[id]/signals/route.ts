import { signalsAnswer } from '@/app/api/openapi/review-answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { readSignals } from '@/lib/reviews/item/signals.server'

/** The checks that share the name, the IBAN or the reference. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    byKey: {
      scope: 'reviews:read',
      summary: 'The checks that share the name, the IBAN or the reference.',
      answer: signalsAnswer,
    },
    roles: ['reviewer', 'analyst'],
    ownAct: false,
    handle: ({ params, actor }) => readSignals(params.id, actor),
  }),
})
