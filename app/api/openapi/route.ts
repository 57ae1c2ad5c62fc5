import { documentAnswer } from '@/app/api/openapi/answers'
import { defineRoute, methods } from '@/lib/http/route.server'
import { env } from '@/lib/platform/env.server'
import document from './data/openapi.json' with { type: 'json' }

/** The API as an OpenAPI 3.1 document, with the URL of this installation. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    byKey: { scope: 'any', summary: 'This document.', answer: documentAnswer },
    ownAct: false,
    handle: async () => ({ ...document, servers: [{ url: new URL(env().NEXTAUTH_URL).origin }] }),
  }),
})
