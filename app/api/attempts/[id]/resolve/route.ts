import { resolveAttempt } from '@/lib/attempts/resolve.server'
import { resolveInput } from '@/lib/attempts/schema'
import { defineRoute, methods } from '@/lib/http/route.server'

/** Resolves a paid request whose response was lost: attached, declared not billed, or written off. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['reviewer'],
    body: resolveInput,
    handle: ({ params, body, by }) => resolveAttempt(params.id, body, by),
  }),
})
