import { evidenceSigningKey } from '@/lib/exports/evidence/signing.server'
import { defineRoute, methods } from '@/lib/http/route.server'

/** The public key that signs evidence, and its fingerprint. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ handle: async () => evidenceSigningKey() }),
})
