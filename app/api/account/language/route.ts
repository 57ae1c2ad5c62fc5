import { languageCookie, saveLanguage } from '@/lib/auth/language.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { languageChange } from '@/lib/users/schema'

/** Sets the language of the person’s pages. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  PUT: defineRoute({
    ownAccount: true,
    body: languageChange,
    handle: async ({ body, actor }) => {
      await saveLanguage(body.language, actor.id)
      return Response.json(body, { headers: { 'set-cookie': languageCookie(body.language) } })
    },
  }),
})
