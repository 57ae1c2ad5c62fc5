import { type NextRequest, NextResponse } from 'next/server'
import { checkHost } from '@/lib/http/origin.server'
import { publicFilePolicy } from '@/lib/http/public-files'
import { contentSecurityPolicy, HSTS, NOTHING_RUNS, newNonce } from '@/lib/platform/csp'
import { notSetUp, Refusal } from '@/lib/platform/refusal'

const development = process.env.NODE_ENV === 'development'
const secure = (process.env.NEXTAUTH_URL ?? '').startsWith('https:')

/**
 * Adds a fresh nonce and the page's path to the request, and the security policy and, over HTTPS, HSTS to the response.
 * A file in the folder public gets its own policy, without a nonce. Access to a page is not decided here, but in
 * lib/auth/guard.server.ts. A page for another host, or of an office with invalid settings, is refused here as in every
 * route (lib/http/route.server.ts).
 */
export function proxy(request: NextRequest) {
  const refused = refusal(request)
  if (refused) return walled(refused, NOTHING_RUNS)
  const filePolicy = publicFilePolicy(request.nextUrl.pathname)
  if (filePolicy) return walled(NextResponse.next(), filePolicy)
  const nonce = newNonce()
  const policy = contentSecurityPolicy(nonce, { development })
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set('x-path', request.nextUrl.pathname + request.nextUrl.search)
  headers.set('content-security-policy', policy)
  return walled(NextResponse.next({ request: { headers } }), policy)
}

function walled(response: NextResponse, policy: string): NextResponse {
  response.headers.set('content-security-policy', policy)
  if (secure) response.headers.set(...HSTS)
  return response
}

function refusal(request: NextRequest): NextResponse | undefined {
  try {
    checkHost(request)
    return undefined
  } catch (error) {
    const { message, status } = error instanceof Refusal ? error : notSetUp()
    return new NextResponse(message, { status, headers: { 'cache-control': 'private, no-store' } })
  }
}

// api/ is excluded: a matched route gets only the beginning of a body (proxyClientMaxBodySize in next.config.js)
export const config = { matcher: ['/((?!api/|_next/static|_next/image).*)'] }
