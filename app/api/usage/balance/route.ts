import { balanceAnswer } from '@/app/api/openapi/answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { readBalance } from '@/lib/usage/balance.server'

/** Our own estimate of the remaining credits. `balance` is null until somebody records a top-up. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    byKey: {
      scope: 'usage:read',
      summary: 'The estimated credits left; null until someone records a top-up.',
      answer: balanceAnswer,
    },
    ownAct: false,
    handle: async () => ({ balance: await readBalance() }),
  }),
})
