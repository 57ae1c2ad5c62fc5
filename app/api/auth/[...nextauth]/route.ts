import type { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { authOptions } from '@/lib/auth/options.server'
import { checkHost, checkOrigin } from '@/lib/http/origin.server'
import { definePublicRoute } from '@/lib/http/route.server'

type Context = { params: Promise<Record<string, string | string[]>> }

const nextAuth = (request: NextRequest, context: Context): Promise<Response> =>
  // next-auth types only its pages-router form; with a context that has params it takes a NextRequest
  NextAuth(request as never, context as never, authOptions()) as Promise<Response>

export const GET = (request: NextRequest, context: Context) =>
  definePublicRoute(async () => nextAuth(request, context))(request, context as never)

/** next-auth's forms carry its own token; an origin that is given and is not ours is refused before. */
export const POST = (request: NextRequest, context: Context) =>
  definePublicRoute(async () => {
    checkHost(request)
    if (request.headers.has('origin') || request.headers.has('sec-fetch-site')) checkOrigin(request)
    return nextAuth(request, context)
  })(request, context as never)
