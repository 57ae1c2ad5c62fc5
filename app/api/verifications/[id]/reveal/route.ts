import { defineRoute, methods } from '@/lib/http/route.server'
import { revealInput } from '@/lib/verifications/record/reveal'
import { revealVerification } from '@/lib/verifications/record/reveal.server'

/** What is masked on one check, for a stated reason. By people only: a key never reveals. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['admin'],
    body: revealInput,
    handle: ({ params, body, actor, doer }) =>
      revealVerification(params.id ?? '', body.reason, { actor, doer }),
  }),
})
