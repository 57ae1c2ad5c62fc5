import { defineRoute, methods } from '@/lib/http/route.server'
import { readAccount } from '@/lib/users/account.server'

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ ownAccount: true, handle: ({ actor }) => readAccount(actor) }),
})
