import 'server-only'
import { foldName } from '@/lib/names/fold'
import { translator } from '@/lib/platform/language/i18n.server'
import { LOCALES } from '@/lib/platform/language/locale'
import { PURPOSES } from '@/lib/verifications/purposes'

/** The purposes that a text names as a whole, in any of our languages: “new payee” finds what was checked for one. */
export function purposesCalled(text: string): string[] {
  const asked = foldName(text)
  const words = LOCALES.map((locale) => translator(locale, 'check.more.purposes'))
  return PURPOSES.filter((purpose) => words.some((word) => foldName(word(purpose)) === asked))
}
