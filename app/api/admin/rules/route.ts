import { jsonResponse } from '@/lib/http/problem.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { createRule } from '@/lib/reviews/rules/change.server'
import { readRules } from '@/lib/reviews/rules/queries.server'
import { ruleInput } from '@/lib/reviews/rules/rules'

/** The review rules in order, with policy, memory and preview. POST adds one at the top. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ roles: ['admin'], handle: () => readRules() }),
  POST: defineRoute({
    roles: ['admin'],
    stepUp: true,
    body: ruleInput,
    handle: async ({ body, auditActor }) => jsonResponse(await createRule(body, auditActor), 201),
  }),
})
