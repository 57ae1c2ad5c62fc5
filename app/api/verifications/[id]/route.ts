import { defineRoute, methods } from '@/lib/http/route.server'
import { readVerification } from '@/lib/verifications/queries.server'

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ handle: async ({ params, actor }) => readVerification(params.id ?? '', actor) }),
})
