import { earlierAnswer } from '@/app/api/openapi/answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { earlierChecks } from '@/lib/verifications/earlier.server'
import { earlierInput } from '@/lib/verifications/schema'

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    byKey: {
      scope: 'checks:read',
      summary: 'Earlier checks of an IBAN: date, result and decision.',
      answer: earlierAnswer,
    },
    roles: ['analyst'],
    body: earlierInput,
    handle: async ({ body, actor }) => ({ items: await earlierChecks(body, actor) }),
  }),
})
