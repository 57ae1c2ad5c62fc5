import { defineRoute, methods } from '@/lib/http/route.server'
import { changePassword, readAccount } from '@/lib/users/account.server'
import { passwordChange } from '@/lib/users/schema'

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  PUT: defineRoute({
    ownAccount: true,
    body: passwordChange,
    handle: async ({ body, actor, by }) => {
      await changePassword(body, by)
      return readAccount(actor)
    },
  }),
})
