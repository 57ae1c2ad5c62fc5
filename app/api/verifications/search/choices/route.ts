import { z } from 'zod'
import { defineRoute, methods } from '@/lib/http/route.server'
import { historyChoices } from '@/lib/verifications/choices.server'

const query = z.strictObject({ environment: z.enum(['live', 'sandbox']).default('live') })

/** What the filters of the history can offer: countries, banks, people. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    query,
    ownAct: false,
    handle: ({ query: { environment }, actor }) => historyChoices(environment, actor),
  }),
})
