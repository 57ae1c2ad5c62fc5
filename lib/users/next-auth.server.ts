import 'server-only'
import type { NextAuthOptions } from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import { knownBrowser } from '@/lib/auth/known-browser.server'
import type { Actor } from '@/lib/auth/roles'
import {
  type CookieReader,
  closeBroughtSession,
  closeSession,
  openSession,
  readSession,
  SESSION_COOKIE,
  type SessionStart,
} from '@/lib/auth/session.server'
import { type SignInOutcome, signInWithPassword } from '@/lib/auth/sign-in.server'
import { canonicalEmail } from '@/lib/platform/email'
import { env } from '@/lib/platform/env.server'
import { logger } from '@/lib/platform/log/logger.server'
import { type Claims, type SsoOutcome, signInWithSso, ssoProvider } from '@/lib/users/single-sign-on.server'

declare module 'next-auth' {
  interface Session {
    user?: { id: string; name: string; email: string; roles: string[] }
  }
}
declare module 'next-auth/jwt' {
  interface JWT {
    sid?: string
    actor?: Actor
  }
}

/** Where a sign-in request comes from, and its outcome beyond what next-auth's response can carry. */
export type SignInRequest = {
  address?: string
  device?: string | null
  cookies?: CookieReader
  /** how long the sign-in is throttled, in seconds */
  lockedFor?: number
  sso?: Extract<SsoOutcome, { kind: 'in' }>
  /** what the password and the code were checked against */
  proved?: Pick<SessionStart, 'passwordHash' | 'factorSince'>
  /** the ID of the person whose session was opened */
  signedIn?: string
  /** the account a password opened, and the browser's ID if it was known; the browser becomes a known one */
  known?: { account: string; browserId?: string }
}

/** next-auth's URL carries only the code, one word; the rest of the outcome goes into `about`. */
function refusalCode(outcome: Exclude<SignInOutcome, { kind: 'in' }>, about: SignInRequest): string {
  if (outcome.kind === 'wrong') return 'invalid_credentials'
  if (outcome.kind !== 'locked') return outcome.kind
  about.lockedFor = outcome.seconds
  return 'locked'
}

/** The reason an issuer gives for a refusal, if it is a code such as `access_denied`. */
const reasonIn = (error?: Error): string | undefined => /^[a-z_]{1,40}$/.exec(error?.message ?? '')?.[0]

/** Checks the password and the code. @throws Error with one stable word, which next-auth puts into the URL */
async function authorise(
  given: Partial<Record<'email' | 'password' | 'code', string>>,
  about: SignInRequest,
): Promise<{ id: string; name: string; email: string }> {
  const account = canonicalEmail(String(given.email ?? ''))
  const browserId = about.cookies && knownBrowser(about.cookies, account)
  const outcome = await signInWithPassword({
    email: account,
    browserId,
    password: String(given.password ?? ''),
    code: given.code ? String(given.code).slice(0, 100) : undefined,
    address: about.address,
  }).catch((error) => {
    logger.error({ error }, 'sign-in failed')
    throw new Error('unavailable')
  })
  if (outcome.kind !== 'in') throw new Error(refusalCode(outcome, about))
  about.known = { account, browserId }
  const { id, name, email, passwordHash, factorSince } = outcome.user
  about.proved = { passwordHash, factorSince }
  return { id, name, email }
}

/** @returns true, or the page that says why the issuer's claims sign nobody in */
async function acceptSso(claims: Claims, about: SignInRequest): Promise<string | true> {
  const outcome = await signInWithSso(claims, about.address).catch((error) => {
    logger.error({ error }, 'single sign-on failed')
    return { kind: 'refused' as const, code: 'unavailable' }
  })
  if (outcome.kind === 'refused') return `/signin?error=${outcome.code}`
  about.sso = outcome
  return true
}

/** Its person is that of `about`: the ID of next-auth's user is the issuer's subject. */
async function startSsoSession(about: SignInRequest): Promise<{ sid: string }> {
  if (!about.sso) throw new Error('single sign-on signed nobody in')
  const { user, confirmedAt } = about.sso
  return startSession(about, user.id, { method: 'oidc', confirmedAt })
}

async function startSession(
  about: SignInRequest,
  userId: string,
  begun: SessionStart = {},
): Promise<{ sid: string }> {
  const { device = null, cookies } = about
  const sid = await openSession(userId, { ...begun, device })
  if (cookies) await closeBroughtSession(cookies)
  about.signedIn = userId
  return { sid }
}

/** next-auth with an opaque cookie: the token is the random sid itself, and the session is stored in the database. */
export const authOptions = (about: SignInRequest = {}): NextAuthOptions => ({
  secret: env().NEXTAUTH_SECRET,
  pages: { signIn: '/signin', error: '/signin' },
  session: { strategy: 'jwt', maxAge: env().SESSION_ABSOLUTE_SECONDS },
  cookies: {
    sessionToken: {
      name: SESSION_COOKIE.name,
      options: { httpOnly: true, sameSite: 'lax', path: '/', secure: SESSION_COOKIE.secure },
    },
  },
  jwt: {
    maxAge: env().SESSION_ABSOLUTE_SECONDS,
    encode: async ({ token }) => token?.sid ?? '',
    decode: async ({ token }) => {
      const actor = await readSession(token, false)
      return actor && token ? { sid: token, actor } : null
    },
  },
  providers: [
    Credentials({
      credentials: { email: {}, password: {}, code: {} },
      authorize: (given) => authorise(given ?? {}, about),
    }),
    ...[ssoProvider()].filter((provider) => provider !== null),
  ],
  callbacks: {
    // next-auth's own function throws for a form with an invalid URL
    redirect: ({ url, baseUrl }) => {
      if (url.startsWith('/')) return `${baseUrl}${url}`
      return URL.canParse(url) && new URL(url).origin === baseUrl ? url : baseUrl
    },
    signIn: async ({ account, profile }) =>
      account?.type === 'oauth' ? acceptSso(profile as unknown as Claims, about) : true,
    // never reads what a client sends to update(): only a sign-in creates a session
    jwt: async ({ token, user, account }) => {
      if (!user) return token
      return account?.type === 'oauth' ? startSsoSession(about) : startSession(about, user.id, about.proved)
    },
    session: ({ session, token }) => {
      const { actor } = token
      return actor
        ? { ...session, user: { id: actor.id, name: actor.name, email: actor.email, roles: actor.roles } }
        : session
    },
  },
  events: {
    signOut: async ({ token }) => {
      if (token?.sid)
        await closeSession(token.sid).catch((error) => logger.error({ error }, 'sign-out failed'))
    },
  },
  logger: {
    // an expired cookie is normal, not an error
    error: (code: unknown, details) => {
      if (code === 'JWT_SESSION_ERROR') return
      const known = typeof code === 'string' && /^[A-Z_]+$/.test(code) ? code : undefined
      const error = details instanceof Error ? details : undefined
      // its message is the parameter `error` of a URL that anybody can call
      const cause = known === 'OAUTH_CALLBACK_ERROR' ? { reason: reasonIn(error) } : { error }
      logger.error({ code: known, ...cause }, 'next-auth')
    },
    warn: () => {},
    debug: () => {},
  },
})
