import { releaseAnswer } from '@/app/api/openapi/payment-answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { releaseLines } from '@/lib/payments/release/release.server'
import { readPaymentRun } from '@/lib/payments/runs.server'
import { releaseInput } from '@/lib/payments/schema'

/** A reviewer releases lines of a run. Returns the release. Its files are downloaded separately. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    byKey: {
      scope: 'payments:write',
      summary:
        'Releases lines: makes the file to sign and the file with the rest. `lines` is `clear` or numbers, and `expected` is what you read. Never for one’s own upload.',
      answer: releaseAnswer,
    },
    roles: ['reviewer'],
    idempotent: true,
    body: releaseInput,
    handle: async ({ params, body, actor, by }) => {
      const { number } = await releaseLines(params.id, body, by)
      const { releasesMade } = await readPaymentRun(params.id, actor)
      return releasesMade.find((release) => release.number === number)
    },
  }),
})
