import { resumePaying } from '@/lib/connections/resume.server'
import { defineRoute, methods } from '@/lib/http/route.server'

/** Credits were topped up: one paid request may try again. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['admin', 'reviewer'],
    handle: ({ params, doer }) => resumePaying(params.id ?? '', doer),
  }),
})
