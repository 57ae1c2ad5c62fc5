import { defineRoute, methods } from '@/lib/http/route.server'
import { changePeriods, readRetention } from '@/lib/retention/change.server'
import { periodsChange } from '@/lib/retention/schema'

/** The retention period of each class of data, tonight’s deletions and the holds. PUT changes the periods. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ roles: ['admin'], handle: ({ actor }) => readRetention(actor) }),
  PUT: defineRoute({
    roles: ['admin'],
    stepUp: true,
    body: periodsChange,
    handle: async ({ body, actor, by }) => {
      await changePeriods(body, by)
      return readRetention(actor)
    },
  }),
})
