import { defineRoute, methods } from '@/lib/http/route.server'
import { previewEffect } from '@/lib/retention/effect.server'
import { periodsPreviewInput } from '@/lib/retention/schema'

/** Counts what other retention periods would delete, before they are saved. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['admin'],
    body: periodsPreviewInput,
    handle: ({ body }) => previewEffect(body.periods),
  }),
})
