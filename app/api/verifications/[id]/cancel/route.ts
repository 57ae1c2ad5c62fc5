import { verificationAnswer } from '@/app/api/openapi/answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { cancelVerification } from '@/lib/verifications/check/cancel.server'

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    byKey: {
      scope: 'checks:write',
      summary: 'Cancels a check that is still in the queue.',
      answer: verificationAnswer,
    },
    roles: ['analyst'],
    handle: async ({ params, by }) => cancelVerification(params.id, by),
  }),
})
