import { defineRoute, methods } from '@/lib/http/route.server'
import { cancelVerification } from '@/lib/verifications/cancel.server'

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['analyst'],
    handle: async ({ params, actor, doer }) => cancelVerification(params.id ?? '', actor, doer),
  }),
})
