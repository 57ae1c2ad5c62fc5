import { defineRoute, methods } from '@/lib/http/route.server'
import { replaceRecoveryCodes } from '@/lib/users/factor.server'
import { identity } from '@/lib/users/schema'

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    ownAccount: true,
    body: identity,
    handle: ({ body, actor, doer }) => replaceRecoveryCodes(actor, body.password, doer),
  }),
})
