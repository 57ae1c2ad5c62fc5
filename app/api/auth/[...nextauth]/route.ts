import type { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { deviceOf } from '@/lib/auth/device'
import { languageCookie, readLanguage } from '@/lib/auth/language.server'
import { authOptions, type SignInRequest } from '@/lib/auth/options.server'
import { checkDeclaredSize } from '@/lib/http/body.server'
import { checkHost, checkOrigin } from '@/lib/http/origin.server'
import { addressOf, definePublicRoute } from '@/lib/http/route.server'

const MAX_FORM = 16 * 1024

type Context = { params: Promise<Record<string, string | string[]>> }

/** next-auth's answer; a sign-in also brings the language of the person, for the first page behind it. */
async function nextAuth(request: NextRequest, context: Context, about: SignInRequest): Promise<Response> {
  // next-auth types only its pages-router form; with a context that has params it takes a NextRequest
  const answer: Response = await NextAuth(request as never, context as never, authOptions(about))
  const language = about.signedIn && (await readLanguage(about.signedIn))
  if (language) answer.headers.append('set-cookie', languageCookie(language))
  return answer
}

const aboutOf = (request: NextRequest): SignInRequest => ({
  address: addressOf(request),
  device: deviceOf(request.headers.get('user-agent')),
})

export const GET = (request: NextRequest, context: Context) =>
  definePublicRoute(async () => {
    checkHost(request)
    return nextAuth(request, context, aboutOf(request))
  })(request, context as never)

/**
 * next-auth's forms carry its own token; an origin that is given and is not ours is refused before.
 * A sign-in that has to wait answers 429 and says how long.
 */
export const POST = (request: NextRequest, context: Context) =>
  definePublicRoute(async () => {
    checkHost(request)
    checkDeclaredSize(request, MAX_FORM)
    if (request.headers.has('origin') || request.headers.has('sec-fetch-site')) checkOrigin(request)
    const about = aboutOf(request)
    const answer = await nextAuth(request, context, about)
    return about.lockedUntil ? locked(answer, about.lockedUntil) : answer
  })(request, context as never)

async function locked(answer: Response, until: Date): Promise<Response> {
  const headers = new Headers(answer.headers)
  headers.set('retry-after', String(Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000))))
  return new Response(await answer.text(), { status: 429, headers })
}
