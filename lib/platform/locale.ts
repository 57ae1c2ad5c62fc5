export const LOCALES = ['en', 'fr'] as const
export type Locale = (typeof LOCALES)[number]

export const DEFAULT_LOCALE: Locale = 'en'
/** Holds the person's choice; not a secret, read on every page. */
export const LOCALE_COOKIE = 'locale'

/** Each language by its own name. */
export const LOCALE_NAMES: Record<Locale, string> = { en: 'English', fr: 'Français' }

/** @returns the language if we speak it, else the default */
export const localeOf = (value: string | undefined): Locale =>
  LOCALES.find((locale) => locale === value) ?? DEFAULT_LOCALE
