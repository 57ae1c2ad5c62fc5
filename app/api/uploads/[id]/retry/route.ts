import { madeAnswer } from '@/app/api/openapi/answers'
import { jsonResponse } from '@/lib/http/problem.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { retryUpload } from '@/lib/uploads/retry/retry.server'

/** Retries the rows with a bank timeout as a new upload. It spends credits, so it needs an Idempotency-Key. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    byKey: {
      scope: 'uploads:write',
      summary: 'Retries rows whose bank did not answer in time, as a new upload. Uses credits.',
      answers: [201],
      answer: madeAnswer,
    },
    roles: ['analyst'],
    idempotent: true,
    handle: async ({ params, by }) => jsonResponse(await retryUpload(params.id, by), 201),
  }),
})
