import { defineRoute, methods } from '@/lib/http/route.server'
import { resolveAttempt } from '@/lib/uploads/doubt/resolve.server'
import { resolveInput } from '@/lib/verifications/doubt/schema'

/** What became of a paid request whose answer was lost: attached, declared not billed, or written off. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['reviewer'],
    body: resolveInput,
    handle: ({ params, body, actor, doer }) => resolveAttempt(params.id ?? '', body, { actor, doer }),
  }),
})
