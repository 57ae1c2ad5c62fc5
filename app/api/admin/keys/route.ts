import { defineRoute, methods } from '@/lib/http/route.server'
import { listAllKeys } from '@/lib/keys/queries.server'

/** Everybody's keys: whose, what they may, until when. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ roles: ['admin'], ownAct: false, handle: async () => ({ items: await listAllKeys() }) }),
})
