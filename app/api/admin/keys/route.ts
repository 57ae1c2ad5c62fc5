import { defineRoute, methods } from '@/lib/http/route.server'
import { listAllKeys } from '@/lib/keys/queries.server'

/** The keys of everybody: owner, scopes and expiry. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ roles: ['admin'], ownAct: false, handle: async () => ({ items: await listAllKeys() }) }),
})
