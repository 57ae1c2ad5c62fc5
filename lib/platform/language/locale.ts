export const LOCALES = ['en', 'fr'] as const
export type Locale = (typeof LOCALES)[number]

export const DEFAULT_LOCALE: Locale = 'en'
/** Cookie with the language of this browser's pages: set when signing in, changed by the person. */
export const LOCALE_COOKIE = 'locale'

/** Each language in its own language. */
export const LOCALE_NAMES: Record<Locale, string> = { en: 'English', fr: 'Français' }

/** @returns the language if it's supported */
export const knownLocale = (value: unknown): Locale | undefined => LOCALES.find((locale) => locale === value)

/**
 * The preferred supported language of a browser.
 * @param header Accept-Language (RFC 9110, section 12.5.4): regions are ignored, the first of equal weight wins
 */
export function acceptedLocale(header: string | null): Locale {
  const wanted = (header ?? '').split(',').map((part) => {
    const [tag = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase())
    const weight = Number(parameters.find((each) => each.startsWith('q='))?.slice(2) ?? 1)
    return { locale: knownLocale(tag.split('-')[0]), weight }
  })
  const spoken = wanted.filter(({ locale, weight }) => locale && weight > 0)
  return spoken.sort((a, b) => b.weight - a.weight)[0]?.locale ?? DEFAULT_LOCALE
}
