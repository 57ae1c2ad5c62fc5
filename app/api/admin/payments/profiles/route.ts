import { jsonResponse } from '@/lib/http/problem.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { createProfile, listProfiles } from '@/lib/payments/profiles/profiles.server'
import { profileInput } from '@/lib/payments/profiles/schema'

/** GET: the profiles of the payer's banks. POST adds one. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ roles: ['admin'], handle: async () => ({ items: await listProfiles() }) }),
  POST: defineRoute({
    roles: ['admin'],
    stepUp: true,
    body: profileInput,
    handle: async ({ body, auditActor }) => jsonResponse(await createProfile(body, auditActor), 201),
  }),
})
