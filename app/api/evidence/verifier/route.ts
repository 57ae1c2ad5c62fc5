import { evidenceSigningKey } from '@/lib/exports/evidence/signing.server'
import { verifierPage } from '@/lib/exports/evidence/verifier-page.server'
import { download } from '@/lib/http/download.server'
import { defineRoute, methods } from '@/lib/http/route.server'

/** The offline page that verifies evidence packs, as a download: it runs from a file, without this server. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    handle: ({ actor }) =>
      download(actor, async () => ({
        name: 'verify.html',
        type: 'text/html; charset=utf-8',
        pieces: [verifierPage(evidenceSigningKey().fingerprint)].values(),
      })),
  }),
})
