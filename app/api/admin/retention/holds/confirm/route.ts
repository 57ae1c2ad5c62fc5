import { defineRoute, methods } from '@/lib/http/route.server'
import { readRetention } from '@/lib/retention/change.server'
import { confirmHolds } from '@/lib/retention/restore.server'

/** POST confirms after a restore that the legal holds are complete, so that data is deleted and erased again. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['admin'],
    stepUp: true,
    handle: async ({ actor, auditActor }) => {
      await confirmHolds(auditActor)
      return readRetention(actor)
    },
  }),
})
