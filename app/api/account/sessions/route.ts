import { defineRoute, methods } from '@/lib/http/route.server'
import { endOtherSessions } from '@/lib/users/account.server'

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  DELETE: defineRoute({
    ownAccount: true,
    handle: ({ by }) => endOtherSessions(by),
  }),
})
