import { defineRoute, methods } from '@/lib/http/route.server'
import { decideErasure, listErasures } from '@/lib/retention/erasure/request.server'
import { erasureDecision } from '@/lib/retention/schema'

/** The second person confirms, which erases, or refuses. The first person may withdraw. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['admin', 'reviewer'],
    stepUp: true,
    body: erasureDecision,
    handle: async ({ params, body, actor, by }) => {
      await decideErasure(params.id, body.agree, by)
      return { items: await listErasures(actor) }
    },
  }),
})
