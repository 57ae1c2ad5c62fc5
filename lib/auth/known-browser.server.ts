import 'server-only'
import { createHmac, randomBytes } from 'node:crypto'
import { constantTimeEqual } from '@/lib/audit/seal.server'
import { type CookieReader, SESSION_COOKIE } from '@/lib/auth/session.server'
import { env } from '@/lib/platform/env.server'

const DAYS = 90
const DAY_SECONDS = 24 * 60 * 60

const mac = (...parts: (string | number)[]) =>
  createHmac('sha256', env().NEXTAUTH_SECRET)
    .update(['known-browser', ...parts].join('|'))
    .digest()

/** One cookie per account, so that several people can share a browser; its name doesn't reveal the account. */
const nameFor = (account: string) =>
  SESSION_COOKIE.name.replace('session', `known-${mac('name', account).toString('hex').slice(0, 16)}`)

const signature = (account: string, id: string, until: number) =>
  mac('value', account, id, until).toString('base64url')

/**
 * Reads the cookie of a browser in which somebody has signed in to this account before.
 * @returns the ID of the browser; undefined when the cookie is missing, forged, of another account, or older than
 * 90 days
 */
export function knownBrowser(cookies: CookieReader, account: string): string | undefined {
  const [id = '', until = '', given = ''] = (cookies.get(nameFor(account))?.value ?? '').split('.')
  const right = Buffer.from(signature(account, id, Number(until)))
  const isOurs = constantTimeEqual(Buffer.from(given), right)
  return isOurs && Number(until) > Date.now() / 1000 ? id : undefined
}

/**
 * `Set-Cookie` after a sign-in with a password. It grants no access: it only gives this browser its own counter
 * of failed sign-ins, and survives signing out.
 * @param id of a browser that is already known
 */
export function knownBrowserCookie(account: string, id = randomBytes(16).toString('base64url')): string {
  const until = Math.floor(Date.now() / 1000) + DAYS * DAY_SECONDS
  const value = [id, until, signature(account, id, until)].join('.')
  const secure = SESSION_COOKIE.secure ? '; Secure' : ''
  return `${nameFor(account)}=${value}; Path=/; Max-Age=${DAYS * DAY_SECONDS}; SameSite=Strict; HttpOnly${secure}`
}
