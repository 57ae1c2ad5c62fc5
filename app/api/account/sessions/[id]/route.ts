import { defineRoute, methods } from '@/lib/http/route.server'
import { endOwnSession, readAccount } from '@/lib/users/account.server'

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  DELETE: defineRoute({
    ownAccount: true,
    handle: async ({ params, actor, by }) => {
      await endOwnSession(params.id, by)
      return readAccount(actor)
    },
  }),
})
