import { requestedAnswer } from '@/app/api/openapi/answers'
import { jsonResponse } from '@/lib/http/problem.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { requestVerification } from '@/lib/verifications/check/request.server'
import { verificationInput } from '@/lib/verifications/schema'

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    byKey: {
      scope: 'checks:write',
      summary:
        'Checks whether an IBAN belongs to a name. Uses one credit in the live environment. Returns 202 when the check is in the queue.',
      answers: [200, 202],
      answer: requestedAnswer,
    },
    roles: ['analyst'],
    idempotent: true,
    body: verificationInput,
    handle: async ({ body, by }) => {
      const { waiting, view } = await requestVerification(body, by)
      return jsonResponse(view, waiting ? 202 : 200)
    },
  }),
})
