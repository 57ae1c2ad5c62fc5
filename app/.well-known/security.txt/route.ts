import { definePublicRoute, methods } from '@/lib/http/route.server'
import { env } from '@/lib/platform/env.server'
import { Refusal } from '@/lib/platform/refusal'

const HALF_YEAR = 180 * 24 * 3600_000

/** Security contact of this installation (RFC 9116). 404 when no contact is configured. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: definePublicRoute(async () => {
    const { SECURITY_CONTACT: contact, NEXTAUTH_URL: origin } = env()
    if (!contact) throw new Refusal(404, 'not_found', 'This installation has no security contact.')
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${new Date(Date.now() + HALF_YEAR).toISOString()}`,
      'Preferred-Languages: en, fr',
      `Canonical: ${new URL('/.well-known/security.txt', origin)}`,
    ]
    return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
  }),
})
