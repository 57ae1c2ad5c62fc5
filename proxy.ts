import { type NextRequest, NextResponse } from 'next/server'
import { contentSecurityPolicy } from '@/lib/platform/csp'

const development = process.env.NODE_ENV === 'development'
const secure = (process.env.NEXTAUTH_URL ?? '').startsWith('https:')

/**
 * Puts a fresh nonce and the page's path on the request, the policy and, under https, HSTS on the answer.
 * It never decides who may see a page: lib/auth/guard.server.ts does.
 */
export function proxy(request: NextRequest) {
  const nonce = Buffer.from(crypto.randomUUID()).toString('base64')
  const policy = contentSecurityPolicy(nonce, { development })
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set('x-path', request.nextUrl.pathname + request.nextUrl.search)
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  if (secure) response.headers.set('strict-transport-security', 'max-age=63072000; includeSubDomains')
  return response
}

// api/ stays outside: a matched route gets only the first 10 MB of a body
export const config = { matcher: ['/((?!api/|_next/static|_next/image|icon\\.svg).*)'] }
