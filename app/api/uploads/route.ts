import { jsonResponse } from '@/lib/http/problem.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { MAX_PACKED, receiveUpload } from '@/lib/uploads/intake/receive.server'
import { listUploads } from '@/lib/uploads/queries.server'
import { uploadsQuery } from '@/lib/uploads/schema'
import { WIRE_BYTES } from '@/lib/uploads/wire'

export const dynamic = 'force-dynamic'

/** GET: uploads, newest first. POST: a file with its rows (lib/uploads/wire.ts), taken in as a whole or not at all. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({ query: uploadsQuery, handle: ({ query, actor }) => listUploads(query, actor) }),
  POST: defineRoute({
    roles: ['analyst'],
    idempotent: true,
    fingerprint: ({ headers }) => [headers.get('content-length'), headers.get(WIRE_BYTES)],
    maxBytes: MAX_PACKED,
    handle: async ({ request, actor, doer }) =>
      jsonResponse(await receiveUpload(request, { actor, doer }), 201),
  }),
})
