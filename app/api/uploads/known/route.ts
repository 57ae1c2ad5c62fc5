import { readBody } from '@/lib/http/body.server'
import { defineRoute, methods } from '@/lib/http/route.server'
import { DIGEST_BYTES } from '@/lib/uploads/known'
import { knownDigests } from '@/lib/uploads/known.server'
import { MAX_ROWS } from '@/lib/uploads/wire'

export const dynamic = 'force-dynamic'

const MAX_BYTES = MAX_ROWS * DIGEST_BYTES

/** Which pairs were matched lately, asked by digest: IBANs and names do not travel. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: defineRoute({
    roles: ['analyst'],
    maxBytes: MAX_BYTES,
    handle: async ({ request }) => knownDigests(await readBody(request, MAX_BYTES)),
  }),
})
