import { defineRoute, methods } from '@/lib/http/route.server'
import { chooseKnown } from '@/lib/uploads/known/choose.server'
import { knownInput } from '@/lib/uploads/known/known'
import { readUpload } from '@/lib/uploads/queries.server'

/** Reuses the known results offered for an upload, or checks everything again. Returns the upload. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['analyst'],
    body: knownInput,
    handle: async ({ params, body, actor, by }) => {
      await chooseKnown(params.id, body, by)
      return readUpload(params.id, actor)
    },
  }),
})
