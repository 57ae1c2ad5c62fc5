import { confirmResolution } from '@/lib/attempts/resolve.server'
import { confirmInput } from '@/lib/attempts/schema'
import { defineRoute, methods } from '@/lib/http/route.server'

/** The second person confirms a decision that waits, or either person takes it back. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['reviewer'],
    body: confirmInput,
    handle: ({ params, body, by }) => confirmResolution(params.id, body, by),
  }),
})
