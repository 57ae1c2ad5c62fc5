import { requestedAnswer } from '@/app/api/openapi/answers'
import { jsonResponse } from '@/lib/http/problem.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { recheck } from '@/lib/verifications/check/recheck.server'

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    byKey: {
      scope: 'checks:write',
      summary: 'Checks the same pair again, as a new check linked to the old one. Uses one credit.',
      answers: [200, 202],
      answer: requestedAnswer,
    },
    roles: ['analyst'],
    idempotent: true,
    handle: async ({ params, by }) => {
      const { waiting, view } = await recheck(params.id, by)
      return jsonResponse(view, waiting ? 202 : 200)
    },
  }),
})
