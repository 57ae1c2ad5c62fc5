import { defineRoute, methods } from '@/lib/http/route.server'
import { countChoices } from '@/lib/reviews/queue/choices.server'
import { queueSearch } from '@/lib/reviews/queue/schema'

/** Counts how many items of a tab each filter option would show. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['reviewer', 'analyst'],
    body: queueSearch,
    ownAct: false,
    handle: ({ body, actor }) => countChoices(body, actor),
  }),
})
