import { defineRoute, methods } from '@/lib/http/route.server'
import { auditOpening } from '@/lib/verifications/record/open.server'
import { readRaw } from '@/lib/verifications/record/raw.server'

/** The provider’s response as received, for the technical details of a record. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    recorded: true,
    handle: async ({ params: { id }, actor, auditActor }) => {
      const raw = await readRaw(id, actor)
      await auditOpening(id, auditActor)
      return raw
    },
  }),
})
