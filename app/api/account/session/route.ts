import { timeLeft } from '@/lib/auth/session.server'
import { defineRoute, methods } from '@/lib/http/route.server'

/** Time left in the session. GET is polled by the page and doesn’t extend it; POST extends it. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ ownAccount: true, ownAct: false, handle: ({ actor }) => timeLeft(actor.sessionId) }),
  POST: defineRoute({ ownAccount: true, handle: ({ actor }) => timeLeft(actor.sessionId) }),
})
