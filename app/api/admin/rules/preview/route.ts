import { defineRoute, methods } from '@/lib/http/route.server'
import { previewRules } from '@/lib/reviews/rules/queries.server'
import { rulesPreviewInput } from '@/lib/reviews/rules/rules'

/** What the saved rules, or those in the body, would have done with the results of the last 30 days. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['admin'],
    body: rulesPreviewInput,
    handle: ({ body }) => previewRules(body.rules),
  }),
})
