import { defineRoute, methods } from '@/lib/http/route.server'
import { searchSubject } from '@/lib/retention/erasure/request.server'
import { subjectSearch } from '@/lib/retention/schema'

/** Where somebody occurs, as counts. The IBAN or name travels in the body. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['admin'],
    stepUp: true,
    body: subjectSearch,
    handle: ({ body, doer }) => searchSubject(body.subject, doer),
  }),
})
