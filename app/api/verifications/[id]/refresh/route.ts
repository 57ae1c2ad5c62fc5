import { refreshedAnswer } from '@/app/api/openapi/answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { auditOpening } from '@/lib/verifications/record/open.server'
import { refreshVerification } from '@/lib/verifications/refresh/refresh.server'

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    byKey: {
      scope: 'checks:write',
      summary: 'Reads the result of a waiting check from the bank service again. Uses no credits.',
      answer: refreshedAnswer,
    },
    ownAct: false,
    handle: async ({ params, auditActor, by }) => {
      const view = await refreshVerification(params.id, by)
      await auditOpening(view.id, auditActor)
      return view
    },
  }),
})
