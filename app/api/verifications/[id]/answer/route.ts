import { defineRoute, methods } from '@/lib/http/route.server'
import { readRaw } from '@/lib/verifications/record/raw.server'

/** The provider’s response as received, for the technical details of a record. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ handle: ({ params, actor }) => readRaw(params.id ?? '', actor) }),
})
