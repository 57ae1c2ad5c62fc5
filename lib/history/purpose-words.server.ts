import 'server-only'
import { foldName } from '@/lib/names/text/fold'
import { LOCALES } from '@/lib/platform/language/locale'
import { translator } from '@/lib/platform/language/translator.server'
import { PURPOSES } from '@/lib/verifications/purposes'

/** The purposes whose label, in any language, equals the text: “new payee” finds the checks with that purpose. */
export function purposesCalled(text: string): string[] {
  const asked = foldName(text)
  const words = LOCALES.map((locale) => translator(locale, 'check.more.purposes'))
  return PURPOSES.filter((purpose) => words.some((word) => foldName(word(purpose)) === asked))
}
