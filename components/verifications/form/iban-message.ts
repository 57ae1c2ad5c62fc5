import { countryOf } from '@/lib/iban/anatomy'
import type { IbanProblem, IbanVerdict, IbanWarning } from '@/lib/iban/validate'
import type { MessageKey } from '@/lib/platform/language/keys'

/** A key under `iban` with its values; the field translates `countryCode`. */
export type IbanMessage = {
  key: MessageKey<'iban'>
  values: Record<string, string | number>
  countryCode?: string
  /** The IBAN after the suggested correction, and the new digit. */
  fix?: { iban: string; digit: string }
}

const DIGITS: Record<string, string> = { O: '0', I: '1' }

/** True once the text is as long as its country requires; then a problem is shown while the field has the focus. */
export function isFullLength(verdict: IbanVerdict): boolean {
  const length = countryOf(verdict.iban.slice(0, 2))?.length
  return length !== undefined && verdict.iban.length >= length
}

/** The message for a problem. */
export function problemMessage(iban: string, problem: IbanProblem): IbanMessage {
  const { code, country = '', expected = 0, actual = 0, positions = [] } = problem
  const first = positions[0] ?? 1
  const last = positions.at(-1) ?? first
  if (code === 'iban_required') return { key: 'required', values: {} }
  if (code === 'iban_characters')
    return { key: 'character', values: { sign: Array.from(iban.slice(first - 1))[0] ?? '', position: first } }
  if (code === 'iban_country_unknown')
    return country ? { key: 'unknownCountry', values: { code: country } } : { key: 'noCountry', values: {} }
  if (code === 'iban_length')
    return {
      key: actual < expected ? 'short' : 'long',
      values: { actual, expected },
      countryCode: country,
    }
  if (code === 'iban_structure') return structureMessage(iban, country, first, last)
  return { key: 'checksum', values: {} }
}

function structureMessage(iban: string, country: string, first: number, last: number): IbanMessage {
  const letter = iban.charAt(first - 1)
  const digit = DIGITS[letter]
  if (digit === undefined)
    return {
      key: 'structure',
      values: { from: first, to: last, count: last - first + 1 },
      countryCode: country,
    }
  const fixed = iban.slice(0, first - 1) + digit + iban.slice(first)
  return { key: 'letter', values: { letter, position: first }, fix: { iban: fixed, digit } }
}

/** The message for a warning, which never blocks. */
export function warningMessage(warning: IbanWarning, country: string): IbanMessage {
  if (warning === 'iban_not_sepa') return { key: 'notSepa', values: {}, countryCode: country }
  const own = country === 'FR' || country === 'ES' ? country : 'other'
  return { key: `national.${own}`, values: {} }
}
