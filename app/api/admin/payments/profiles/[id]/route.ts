import { defineRoute, methods } from '@/lib/http/route.server'
import { changeProfile, deleteProfile } from '@/lib/payments/profiles/profiles.server'
import { profileChange } from '@/lib/payments/profiles/schema'

/** PUT replaces the profile of a bank, DELETE removes it. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  PUT: defineRoute({
    roles: ['admin'],
    stepUp: true,
    body: profileChange,
    handle: ({ params, body, auditActor }) => changeProfile(params.id, body, auditActor),
  }),
  DELETE: defineRoute({
    roles: ['admin'],
    stepUp: true,
    handle: async ({ params, auditActor }) => {
      await deleteProfile(params.id, auditActor)
      return {}
    },
  }),
})
