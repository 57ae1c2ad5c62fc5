import { verificationAnswer } from '@/app/api/openapi/answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { readVerification } from '@/lib/verifications/queries.server'

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    byKey: { scope: 'checks:read', summary: 'One check with its answer.', answer: verificationAnswer },
    handle: async ({ params, actor }) => readVerification(params.id ?? '', actor),
  }),
})
