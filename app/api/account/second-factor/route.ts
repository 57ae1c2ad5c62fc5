import { defineRoute, methods } from '@/lib/http/route.server'
import { readAccount } from '@/lib/users/account.server'
import { beginEnrolment, finishEnrolment, turnOffFactor } from '@/lib/users/factor.server'
import { codeInput, passwordAndCodeInput } from '@/lib/users/schema'

/**
 * POST starts the setup, also of an app that replaces the current one; PUT confirms it with the first code; DELETE turns
 * the second factor off.
 */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    ownAccount: true,
    body: passwordAndCodeInput,
    handle: ({ body, by }) => beginEnrolment(body, by),
  }),
  PUT: defineRoute({
    ownAccount: true,
    body: codeInput,
    handle: ({ body, by }) => finishEnrolment(body.code, by),
  }),
  DELETE: defineRoute({
    ownAccount: true,
    body: passwordAndCodeInput,
    handle: async ({ body, actor, by }) => {
      await turnOffFactor(body, by)
      return readAccount(actor)
    },
  }),
})
