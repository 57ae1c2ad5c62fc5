import { defineRoute, methods } from '@/lib/http/route.server'
import { nameErasure } from '@/lib/retention/erasure/name.server'
import { listErasures } from '@/lib/retention/erasure/request.server'
import { subjectSearch } from '@/lib/retention/schema'

/** POST enters the name or IBAN of an erasure that a restore left without one, and erases it. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['admin'],
    stepUp: true,
    body: subjectSearch,
    handle: async ({ params, body, actor, by }) => {
      await nameErasure(params.id, body.subject, by)
      return { items: await listErasures(actor) }
    },
  }),
})
