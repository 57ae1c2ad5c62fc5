import { signingKey } from '@/lib/exports/evidence/signing.server'
import { verifierPage } from '@/lib/exports/evidence/verifier-page.server'
import { file } from '@/lib/http/download.server'
import { defineRoute, methods } from '@/lib/http/route.server'

export const dynamic = 'force-dynamic'

/** The page that checks evidence packs of this installation, as a file to keep: it runs from a disk, without us. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: defineRoute({
    handle: async () => {
      const bytes = Buffer.from(verifierPage(signingKey().fingerprint))
      return file({ bytes, name: 'verify.html', type: 'text/html; charset=utf-8' })
    },
  }),
})
