import { defineRoute, methods } from '@/lib/http/route.server'
import { revealInput } from '@/lib/verifications/record/reveal'
import { revealVerification } from '@/lib/verifications/record/reveal.server'

/** Reveals the masked values of one check, with a reason. For people only: a key never reveals. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['admin'],
    body: revealInput,
    handle: ({ params, body, by }) => revealVerification(params.id, body.reason, by),
  }),
})
