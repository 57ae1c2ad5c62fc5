import { defineRoute, methods } from '@/lib/http/route.server'
import { orderRules } from '@/lib/reviews/rules/change.server'
import { orderInput } from '@/lib/reviews/rules/rules'

/** Reorders the rules. The body has the ids of all of them. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  PUT: defineRoute({
    roles: ['admin'],
    stepUp: true,
    body: orderInput,
    handle: async ({ body, auditActor }) => ({ items: await orderRules(body, auditActor) }),
  }),
})
