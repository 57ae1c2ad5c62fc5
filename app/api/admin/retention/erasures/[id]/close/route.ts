import { defineRoute, methods } from '@/lib/http/route.server'
import { closeErasure } from '@/lib/retention/erasure/name.server'
import { listErasures } from '@/lib/retention/erasure/request.server'
import { erasureClosing } from '@/lib/retention/schema'

/** POST closes an erasure that a restore left without a name or IBAN, and that nobody can name any more. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['admin'],
    stepUp: true,
    body: erasureClosing,
    handle: async ({ params, body, actor, by }) => {
      await closeErasure(params.id, body.reason, by)
      return { items: await listErasures(actor) }
    },
  }),
})
