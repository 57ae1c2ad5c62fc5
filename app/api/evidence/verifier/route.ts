import { evidenceSigningKey } from '@/lib/exports/evidence/signing.server'
import { verifierPage } from '@/lib/exports/evidence/verifier-page.server'
import { fileResponse } from '@/lib/http/download.server'
import { defineRoute, methods } from '@/lib/http/route.server'

/** The offline page that verifies evidence packs, as a download: it runs from a file, without this server. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    handle: async () => {
      const bytes = Buffer.from(verifierPage(evidenceSigningKey().fingerprint))
      return fileResponse({ bytes, name: 'verify.html', type: 'text/html; charset=utf-8' })
    },
  }),
})
