import { defineRoute, methods } from '@/lib/http/route.server'
import { changeReviewSettings } from '@/lib/reviews/rules/change.server'
import { settingsChange } from '@/lib/reviews/settings'

/** The number of reviewers per decision, and how long a decision is remembered. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  PUT: defineRoute({
    roles: ['admin'],
    stepUp: true,
    body: settingsChange,
    handle: ({ body, auditActor }) => changeReviewSettings(body, auditActor),
  }),
})
