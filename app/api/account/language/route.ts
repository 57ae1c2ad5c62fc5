import { languageCookie, languagePreference } from '@/lib/auth/language.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { languageChange } from '@/lib/users/schema'

/** Sets the language of the person’s pages. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  PUT: defineRoute({
    ownAccount: true,
    body: languageChange,
    handle: async ({ body, actor }) => {
      await languagePreference.save(actor.id, body.language)
      return Response.json(body, { headers: { 'set-cookie': languageCookie(body.language) } })
    },
  }),
})
