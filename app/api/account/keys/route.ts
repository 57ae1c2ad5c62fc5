import { jsonResponse } from '@/lib/http/problem.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { createKey } from '@/lib/keys/change.server'
import { listOwnKeys } from '@/lib/keys/queries.server'
import { keyInput } from '@/lib/keys/schema'

/** The caller’s own API keys. The secret of a new key is returned once. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ ownAct: false, handle: async ({ actor }) => ({ items: await listOwnKeys(actor.id) }) }),
  POST: defineRoute({
    stepUp: true,
    body: keyInput,
    handle: async ({ body, by }) => jsonResponse(await createKey(body, by), 201),
  }),
})
