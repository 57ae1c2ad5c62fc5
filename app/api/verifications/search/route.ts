import { historyAnswer } from '@/app/api/openapi/answers'
import { historyInput } from '@/lib/history/search'
import { searchVerifications } from '@/lib/history/search.server'
import { defineRoute, methods } from '@/lib/http/route.server'

/** The history: filters and a search text, newest first. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    byKey: {
      scope: 'checks:read',
      summary: 'The history: checks by filters and a text, newest first.',
      answer: historyAnswer,
    },
    body: historyInput,
    ownAct: false,
    handle: ({ body, actor }) => searchVerifications(body, actor),
  }),
})
