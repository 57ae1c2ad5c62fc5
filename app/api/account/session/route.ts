import { timeLeft } from '@/lib/auth/session.server'
import { defineRoute, methods } from '@/lib/http/route.server'

/** How long the session still lives. GET is the page's own question; POST is the person who stays. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ ownAccount: true, ownAct: false, handle: ({ actor }) => timeLeft(actor.sessionId) }),
  POST: defineRoute({ ownAccount: true, handle: ({ actor }) => timeLeft(actor.sessionId) }),
})
