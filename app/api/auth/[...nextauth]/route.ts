import { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { deviceOf } from '@/lib/auth/device'
import { knownBrowserCookie } from '@/lib/auth/known-browser.server'
import { languageCookie, languagePreference } from '@/lib/auth/language.server'
import { checkDeclaredSize, checkMediaType, readBody } from '@/lib/http/body.server'
import { checkHost, checkOrigin } from '@/lib/http/origin.server'
import { addressOf } from '@/lib/http/peer.server'
import { definePublicRoute, methods } from '@/lib/http/route.server'
import { notFound, Refusal, retryAfterHeader } from '@/lib/platform/refusal'
import { authOptions, type SignInRequest } from '@/lib/users/next-auth.server'

const FORM = 'application/x-www-form-urlencoded'
const MAX_FORM = 16 * 1024

/**
 * The routes of next-auth that are served. The others (a log that anybody can write to, pages without a security
 * policy, a callback that next-auth answers with 500) answer 404.
 */
const SERVED = {
  GET: /^(csrf|session|error|signin|callback\/oidc)$/,
  POST: /^(signin\/\w+|callback\/\w+|signout)$/,
}

const actionOf = ({ nextUrl }: NextRequest): string => nextUrl.pathname.slice('/api/auth/'.length)

/** Runs next-auth. A sign-in also sets the person’s language for the next page and the cookie of a known browser. */
async function nextAuth(request: NextRequest, about: SignInRequest): Promise<Response> {
  // next-auth has types only for the pages router; at run time it also takes a NextRequest with a context
  const context = { params: Promise.resolve({ nextauth: actionOf(request).split('/') }) }
  const answer: Response = await NextAuth(request as never, context as never, authOptions(about))
  const language = about.signedIn && (await languagePreference.read(about.signedIn))
  if (language) answer.headers.append('set-cookie', languageCookie(language))
  if (about.signedIn && about.known)
    answer.headers.append('set-cookie', knownBrowserCookie(about.known.account, about.known.browserId))
  return answer
}

const aboutOf = (request: NextRequest): SignInRequest => ({
  address: addressOf(request),
  cookies: request.cookies,
  device: deviceOf(request.headers.get('user-agent')),
})

/** @throws Refusal 404 for an address of next-auth that is not served */
function checkServed(method: keyof typeof SERVED, request: NextRequest): void {
  if (!SERVED[method].test(actionOf(request))) throw notFound()
}

/** By the rule of next-auth: a path, or an address on the web. */
function isAddress(text: string, origin: string): boolean {
  const base = text.startsWith('/') ? origin : undefined
  return URL.canParse(text, base) && /^https?:$/.test(new URL(text, base).protocol)
}

const CALLBACK_COOKIE = /^(__Secure-)?next-auth\.callback-url$/

/**
 * Refuses a malformed callback URL, to which next-auth would answer 500 and log it.
 * @throws Refusal 400 callback_url_malformed
 */
function checkCallback(request: NextRequest): void {
  const cookies = request.cookies.getAll().filter(({ name }) => CALLBACK_COOKIE.test(name))
  const given = [...request.nextUrl.searchParams.getAll('callbackUrl'), ...cookies.map(({ value }) => value)]
  if (!given.every((url) => url === '' || isAddress(url, request.nextUrl.origin)))
    throw new Refusal(400, 'callback_url_malformed', 'The address to return to after signing in isn’t valid.')
}

/**
 * next-auth would read a body of any size, so it gets one that was read within the limit. It would also parse JSON,
 * whose error quotes the body in the log.
 */
async function withForm(request: NextRequest): Promise<NextRequest> {
  checkDeclaredSize(request, MAX_FORM)
  checkMediaType(request, FORM)
  const body = await readBody(request, MAX_FORM)
  return new NextRequest(request.url, { method: 'POST', headers: request.headers, body })
}

/**
 * next-auth’s forms carry its own CSRF token; a foreign Origin is refused before. A throttled sign-in answers 429 with
 * the time to wait.
 */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: definePublicRoute(async (request) => {
    checkHost(request)
    checkServed('GET', request)
    checkCallback(request)
    return nextAuth(request, aboutOf(request))
  }),
  POST: definePublicRoute(async (request) => {
    checkHost(request)
    checkServed('POST', request)
    if (request.headers.has('origin') || request.headers.has('sec-fetch-site')) checkOrigin(request)
    checkCallback(request)
    const about = aboutOf(request)
    const answer = await nextAuth(await withForm(request), about)
    return about.lockedFor === undefined ? answer : lockedResponse(answer, about.lockedFor)
  }),
})

async function lockedResponse(answer: Response, seconds: number): Promise<Response> {
  const headers = new Headers([...answer.headers, ...Object.entries(retryAfterHeader(seconds))])
  return new Response(await answer.text(), { status: 429, headers })
}
