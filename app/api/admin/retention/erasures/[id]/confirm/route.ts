import { defineRoute, methods } from '@/lib/http/route.server'
import { answerErasure, listErasures } from '@/lib/retention/erasure/request.server'
import { erasureAnswer } from '@/lib/retention/schema'

/** The second person confirms, which erases, or refuses. The first person may withdraw. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['admin', 'reviewer'],
    stepUp: true,
    body: erasureAnswer,
    handle: async ({ params, body, actor, doer }) => {
      await answerErasure(params.id ?? '', body.agree, doer)
      return { items: await listErasures(actor) }
    },
  }),
})
