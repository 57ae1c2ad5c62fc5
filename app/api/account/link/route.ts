import { closeBroughtSession } from '@/lib/auth/session.server'
import { definePublicCommand, methods } from '@/lib/http/route.server'
import { readLink, redeemLink } from '@/lib/users/links.server'
import { linkInput, linkUse } from '@/lib/users/schema'

/**
 * The token of the link authenticates the caller, without a session. POST reads whose link it is, PUT sets name and
 * password, and ends the session of this browser.
 */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: definePublicCommand({ body: linkInput, handle: ({ body }) => readLink(body.token) }),
  PUT: definePublicCommand({
    body: linkUse,
    handle: async ({ body, request, auditActor }) => {
      await redeemLink(body, auditActor)
      await closeBroughtSession(request.cookies)
      return { done: true }
    },
  }),
})
