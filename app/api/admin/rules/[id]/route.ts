import { defineRoute, methods } from '@/lib/http/route.server'
import { deleteRule, updateRule } from '@/lib/reviews/rules/change.server'
import { ruleChange } from '@/lib/reviews/rules/rules'

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  PUT: defineRoute({
    roles: ['admin'],
    stepUp: true,
    body: ruleChange,
    handle: ({ params, body, auditActor }) => updateRule(params.id, body, auditActor),
  }),
  DELETE: defineRoute({
    roles: ['admin'],
    stepUp: true,
    handle: async ({ params, auditActor }) => {
      await deleteRule(params.id, auditActor)
      return { deleted: true }
    },
  }),
})
