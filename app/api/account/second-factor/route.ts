import { defineRoute, methods } from '@/lib/http/route.server'
import { readAccount } from '@/lib/users/account.server'
import { beginEnrolment, finishEnrolment, turnOffFactor } from '@/lib/users/factor.server'
import { bothProofs, codeInput, identity } from '@/lib/users/schema'

/** POST starts the setup, PUT confirms it with the first code, DELETE turns the second factor off. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    ownAccount: true,
    body: identity,
    handle: ({ body, actor, doer }) => beginEnrolment(actor, body.password, doer),
  }),
  PUT: defineRoute({
    ownAccount: true,
    body: codeInput,
    handle: ({ body, actor, doer }) => finishEnrolment(actor, body.code, doer),
  }),
  DELETE: defineRoute({
    ownAccount: true,
    body: bothProofs,
    handle: async ({ body, actor, doer }) => {
      await turnOffFactor(actor, body, doer)
      return readAccount(actor)
    },
  }),
})
