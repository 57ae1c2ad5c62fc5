import { definePublicCommand, methods } from '@/lib/http/route.server'
import { readLink, redeemLink } from '@/lib/users/links.server'
import { linkInput, linkUse } from '@/lib/users/schema'

/**
 * The token of the link authenticates the caller, without a session. POST reads whose link it is, PUT sets name and
 * password.
 */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: definePublicCommand({ body: linkInput, handle: ({ body }) => readLink(body.token) }),
  PUT: definePublicCommand({
    body: linkUse,
    handle: async ({ body, auditActor }) => {
      await redeemLink(body, auditActor)
      return { done: true }
    },
  }),
})
