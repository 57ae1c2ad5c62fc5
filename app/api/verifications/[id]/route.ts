import { verificationAnswer } from '@/app/api/openapi/answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { auditOpening } from '@/lib/verifications/record/open.server'
import { readVerification } from '@/lib/verifications/record/queries.server'

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    byKey: { scope: 'checks:read', summary: 'One check with its answer.', answer: verificationAnswer },
    ownAct: false,
    recorded: true,
    handle: async ({ params, actor, auditActor }) => {
      const view = await readVerification(params.id, actor)
      await auditOpening(view.id, auditActor)
      return view
    },
  }),
})
