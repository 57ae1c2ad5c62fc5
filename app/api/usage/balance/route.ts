import { defineRoute, methods } from '@/lib/http/route.server'
import { readBalance } from '@/lib/usage/balance.server'

/** Our own estimate of the credits left; `balance` is null until somebody recorded a top-up. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ ownAct: false, handle: async () => ({ balance: await readBalance() }) }),
})
