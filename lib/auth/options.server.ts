import 'server-only'
import type { NextAuthOptions } from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import { record } from '@/lib/audit/record.server'
import { knownBrowser } from '@/lib/auth/known-browser.server'
import type { Actor } from '@/lib/auth/roles'
import { closeSession, openSession, readSession, SESSION_COOKIE } from '@/lib/auth/session.server'
import { canonicalEmail, type SignInOutcome, signIn } from '@/lib/auth/sign-in.server'
import { type Claims, type SsoOutcome, ssoProvider, welcome } from '@/lib/auth/single-sign-on.server'
import { db } from '@/lib/platform/db.server'
import { env } from '@/lib/platform/env.server'
import { logger } from '@/lib/platform/logger.server'

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

async function signOut(sid: string) {
  const closed = await closeSession(sid)
  if (!closed) return
  await db().$transaction((tx) =>
    record(
      {
        by: { kind: 'user', id: closed.userId },
        action: 'session.closed',
        object: { type: 'user', id: closed.userId },
      },
      tx,
    ),
  )
}

/** Where a request comes from, and a place for the reason of a refusal that next-auth's answer cannot carry. */
export type SignInRequest = {
  address?: string
  device?: string | null
  /** what the browser brought */
  cookies?: Parameters<typeof knownBrowser>[0]
  lockedUntil?: Date
  sso?: Extract<SsoOutcome, { kind: 'in' }>
  /** whose session was opened */
  signedIn?: string
  /** the account that a password opened, and the browser when it was known: it is known from now on */
  known?: { account: string; browserId?: string }
}

/** A code is one word of next-auth's address; the rest of the outcome goes into `about`. */
function refusalCode(outcome: Exclude<SignInOutcome, { kind: 'in' }>, about: SignInRequest): string {
  if (outcome.kind === 'wrong') return 'invalid_credentials'
  if (outcome.kind !== 'locked') return outcome.kind
  about.lockedUntil = outcome.until
  return 'locked'
}

/** Whatever session the browser brought ends: its cookie is replaced, and nobody else shall go on with it. */
async function newSession(
  { device = null, cookies }: SignInRequest,
  userId: string,
  begun: Parameters<typeof openSession>[1] = {},
): Promise<{ sid: string }> {
  const sid = await openSession(userId, { ...begun, device })
  const brought = cookies?.get(SESSION_COOKIE.name)?.value
  if (brought) await signOut(brought)
  return { sid }
}

/** next-auth with an opaque cookie: the token IS the random sid, the session lives in the database. */
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
      async authorize(given) {
        // next-auth puts the message of an error into the URL: one stable word, whatever went wrong.
        const account = canonicalEmail(String(given?.email ?? ''))
        const browserId = about.cookies && knownBrowser(about.cookies, account)
        const outcome = await signIn({
          email: account,
          browserId,
          password: String(given?.password ?? ''),
          code: given?.code ? String(given.code).slice(0, 100) : undefined,
          address: about.address,
        }).catch((error) => {
          logger.error({ error }, 'sign-in failed')
          throw new Error('unavailable')
        })
        if (outcome.kind !== 'in') throw new Error(refusalCode(outcome, about))
        about.known = { account, browserId }
        const { id, name, email } = outcome.user
        return { id, name, email }
      },
    }),
    ...[ssoProvider()].filter((provider) => provider !== null),
  ],
  callbacks: {
    signIn: async ({ account, profile }) => {
      if (account?.type !== 'oauth') return true
      const outcome = await welcome(profile as unknown as Claims, about.address).catch((error) => {
        logger.error({ error }, 'single sign-on failed')
        return { kind: 'refused' as const, code: 'unavailable' }
      })
      if (outcome.kind === 'refused') return `/signin?error=${outcome.code}`
      about.sso = outcome
      return true
    },
    // never reads what a client sends to update(): only a sign-in makes a session
    jwt: async ({ token, user, account }) => {
      if (!user) return token
      if (account?.type !== 'oauth') {
        about.signedIn = user.id
        return newSession(about, user.id)
      }
      // the id of next-auth's user is the subject over there, never a person here
      if (!about.sso) throw new Error('single sign-on has let nobody in')
      const { user: person, confirmedAt } = about.sso
      about.signedIn = person.id
      return newSession(about, person.id, { method: 'oidc', confirmedAt })
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
      if (token?.sid) await signOut(token.sid).catch((error) => logger.error({ error }, 'sign-out failed'))
    },
  },
  logger: {
    // a dead cookie is everyday life, not an error
    error: (code: unknown, details) => {
      if (code === 'JWT_SESSION_ERROR') return
      const known = typeof code === 'string' && /^[A-Z_]+$/.test(code) ? code : undefined
      logger.error({ code: known, error: details instanceof Error ? details : undefined }, 'next-auth')
    },
    warn: () => {},
    debug: () => {},
  },
})
