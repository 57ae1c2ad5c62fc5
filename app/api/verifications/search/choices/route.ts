import { z } from 'zod'
import { historyChoices } from '@/lib/history/choices.server'
import { ENVIRONMENTS } from '@/lib/http/paths'
import { defineRoute, methods } from '@/lib/http/route.server'

const query = z.strictObject({ environment: z.enum(ENVIRONMENTS).default('live') })

/** The options of the history filters: countries, banks, people. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    query,
    ownAct: false,
    handle: ({ query: { environment }, actor }) => historyChoices(environment, actor),
  }),
})
