import { defineRoute, methods } from '@/lib/http/route.server'
import { confirmSession } from '@/lib/users/account.server'
import { proofInput } from '@/lib/users/schema'

/** Confirms the person’s identity, which allows sensitive actions for ten minutes. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    ownAccount: true,
    body: proofInput,
    handle: async ({ body, by }) => {
      await confirmSession(body, by)
      return { confirmed: true }
    },
  }),
})
