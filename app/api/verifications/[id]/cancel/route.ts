import { verificationAnswer } from '@/app/api/openapi/answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { cancelVerification } from '@/lib/verifications/check/cancel.server'

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    byKey: {
      scope: 'checks:write',
      summary: 'Takes back a check that still waits for its turn.',
      answer: verificationAnswer,
    },
    roles: ['analyst'],
    handle: async ({ params, actor, doer }) => cancelVerification(params.id ?? '', actor, doer),
  }),
})
