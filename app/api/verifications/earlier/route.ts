import { earlierAnswer } from '@/app/api/openapi/answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { earlierChecks } from '@/lib/verifications/check/earlier.server'
import { earlierInput } from '@/lib/verifications/schema'
import { countLookup } from '@/lib/verifications/tried/lookups.server'
import { readNameLimitVerdict } from '@/lib/verifications/tried/tried.server'

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    byKey: {
      scope: 'checks:read',
      summary:
        'Earlier checks of an IBAN: date, result and decision. With a name, also how many names it would make within 24 hours.',
      answer: earlierAnswer,
    },
    roles: ['analyst'],
    body: earlierInput,
    handle: async ({ body, actor, by }) => {
      const { environment, iban, name = '' } = body
      const counts = environment === 'live' && name !== ''
      if (counts) await countLookup({ iban, name }, by)
      const [items, tried] = await Promise.all([
        earlierChecks(body, actor),
        counts ? readNameLimitVerdict({ iban, name }, actor) : null,
      ])
      return { items, tried }
    },
  }),
})
