import { defineRoute, methods } from '@/lib/http/route.server'
import { replaceRecoveryCodes } from '@/lib/users/factor.server'
import { passwordAndCodeInput } from '@/lib/users/schema'

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    ownAccount: true,
    body: passwordAndCodeInput,
    handle: ({ body, by }) => replaceRecoveryCodes(body, by),
  }),
})
