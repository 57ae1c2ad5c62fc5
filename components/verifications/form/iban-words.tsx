'use client'
import { useLocale, useTranslations } from 'use-intl'
import { hasKey, keyOr } from '@/lib/platform/language/keys'
import type { IbanMessage } from './iban-message'

/** @returns a function from a country code to its name in the reader's language, with its article in English */
export function useCountryName() {
  const t = useTranslations('iban')
  const names = new Intl.DisplayNames([useLocale()], { type: 'region', fallback: 'code' })
  return (code: string): string => {
    const place = `place.${code}`
    return hasKey(t, place) ? t(place) : (names.of(code) ?? code)
  }
}

/** A message about an IBAN as a sentence. */
export function IbanWords({ message: { key, values, countryCode } }: { message: IbanMessage }) {
  const t = useTranslations('iban')
  const nameOf = useCountryName()
  if (countryCode === undefined) return t(key, values)
  const country = nameOf(countryCode)
  const kind = t(keyOr(t, `kind.${countryCode}`, 'kind.other'), { country })
  return t(key, { ...values, country, kind })
}
