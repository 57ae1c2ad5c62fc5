import { definePublicAct, methods } from '@/lib/http/route.server'
import { readLink, takeLink } from '@/lib/users/links.server'
import { linkInput, linkUse } from '@/lib/users/schema'

/**
 * The token of the link authenticates the caller, without a session. POST reads whose link it is, PUT sets name and
 * password.
 */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: definePublicAct({ body: linkInput, handle: ({ body }) => readLink(body.token) }),
  PUT: definePublicAct({
    body: linkUse,
    handle: async ({ body, doer }) => {
      await takeLink(body, doer)
      return { done: true }
    },
  }),
})
