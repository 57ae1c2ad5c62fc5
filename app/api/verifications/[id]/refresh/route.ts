import { defineRoute, methods } from '@/lib/http/route.server'
import { refreshVerification } from '@/lib/verifications/refresh.server'

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    ownAct: false,
    handle: async ({ params, actor, doer }) => refreshVerification(params.id ?? '', actor, doer),
  }),
})
