import 'server-only'
import { z } from 'zod'
import { SESSION_COOKIE } from '@/lib/auth/session.server'
import { LOCALE_COOKIE, LOCALES, type Locale } from '@/lib/platform/language/locale'
import { preference } from '@/lib/platform/settings.server'

const YEAR = 365 * 24 * 60 * 60

/** The language that a person has chosen; undefined: none. */
export const languagePreference = preference('language', z.enum(LOCALES), undefined)

/** `Set-Cookie` for this browser. It survives signing out, so that the sign-in page uses the language too. */
export const languageCookie = (locale: Locale): string =>
  `${LOCALE_COOKIE}=${locale}; Path=/; Max-Age=${YEAR}; SameSite=Lax; HttpOnly${SESSION_COOKIE.secure ? '; Secure' : ''}`
