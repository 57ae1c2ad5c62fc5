import 'server-only'
import type { NextAuthOptions } from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import { record } from '@/lib/audit/record.server'
import { hashPassword, verifyPassword } from '@/lib/auth/password.server'
import type { Actor } from '@/lib/auth/roles'
import { closeSession, openSession, readSession, SESSION_COOKIE } from '@/lib/auth/session.server'
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

let dummy: Promise<string> | undefined

/** The same work for an unknown address as for a known one: the time says nothing. */
async function signIn(email: string, password: string) {
  const user = await db().user.findUnique({ where: { email: email.trim().toLowerCase() } })
  dummy ??= hashPassword('nobody has this password')
  const right = await verifyPassword(user?.passwordHash ?? (await dummy), password.slice(0, 1024))
  const accepted = right && user && !user.disabledAt ? user : null
  await db().$transaction((tx) =>
    record(
      {
        by: { kind: 'user', id: user?.id, roles: user?.roles },
        action: accepted ? 'session.opened' : 'session.refused',
        object: user ? { type: 'user', id: user.id } : undefined,
      },
      tx,
    ),
  )
  return accepted
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

/** next-auth with an opaque cookie: the token IS the random sid, the session lives in the database. */
export const authOptions = (): NextAuthOptions => ({
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
        const user = await signIn(String(given?.email ?? ''), String(given?.password ?? '')).catch(
          (error) => {
            logger.error({ error }, 'sign-in failed')
            throw new Error('unavailable')
          },
        )
        if (!user) throw new Error('invalid_credentials')
        return { id: user.id, email: user.email, name: user.name }
      },
    }),
  ],
  callbacks: {
    // never reads what a client sends to update(): only a sign-in makes a session
    jwt: async ({ token, user }) => (user ? { sid: await openSession(user.id) } : token),
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
    error: (code, details) => {
      if (code !== 'JWT_SESSION_ERROR')
        logger.error({ code, error: details instanceof Error ? details : undefined }, 'next-auth')
    },
    warn: () => {},
    debug: () => {},
  },
})
