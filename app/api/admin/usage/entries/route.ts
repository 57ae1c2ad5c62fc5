import { defineRoute, methods } from '@/lib/http/route.server'
import { recordEntry } from '@/lib/usage/entry.server'
import { entryInput } from '@/lib/usage/schema'

/** Adds a top-up or a correction to the ledger. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['admin'],
    stepUp: true,
    idempotent: true,
    body: entryInput,
    handle: ({ body, by }) => recordEntry(body, by),
  }),
})
