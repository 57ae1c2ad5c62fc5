import { defineRoute, methods } from '@/lib/http/route.server'
import { searchSubject } from '@/lib/retention/erasure/request.server'
import { subjectSearch } from '@/lib/retention/schema'

/** Counts the records about a person. A POST, so that the IBAN or name stays out of the URL. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['admin'],
    stepUp: true,
    body: subjectSearch,
    handle: ({ body, by }) => searchSubject(body.subject, by),
  }),
})
