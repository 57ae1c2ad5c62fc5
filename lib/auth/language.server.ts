import 'server-only'
import { SESSION_COOKIE } from '@/lib/auth/session.server'
import { db } from '@/lib/platform/db.server'
import { knownLocale, LOCALE_COOKIE, type Locale } from '@/lib/platform/language/locale'

const KEY = 'language'
const YEAR = 365 * 24 * 60 * 60

/** @returns the language a person has chosen; undefined if none */
export async function readLanguage(userId: string): Promise<Locale | undefined> {
  const row = await db().userPreference.findUnique({ where: { userId_key: { userId, key: KEY } } })
  return knownLocale(row?.value)
}

/** Stores the language with the person, for every browser they sign in with. */
export async function saveLanguage(value: Locale, userId: string): Promise<void> {
  const where = { userId_key: { userId, key: KEY } }
  await db().userPreference.upsert({ where, create: { userId, key: KEY, value }, update: { value } })
}

/** `Set-Cookie` for this browser. It survives signing out, so that the sign-in page uses the language too. */
export const languageCookie = (locale: Locale): string =>
  `${LOCALE_COOKIE}=${locale}; Path=/; Max-Age=${YEAR}; SameSite=Lax; HttpOnly${SESSION_COOKIE.secure ? '; Secure' : ''}`
