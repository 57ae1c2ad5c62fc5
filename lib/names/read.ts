import { tidyName } from './text/fold'
import { trimEnds } from './text/trim'

export type NameProblem = 'name_required' | 'name_too_long' | 'name_control_characters' | 'unicode_malformed'
export type NameReading = { ok: true; name: string } | { ok: false; code: NameProblem }

/** The longest name that the payee check accepts (EPC: 140 characters), in code points. */
export const MAX_NAME_LENGTH = 140

/**
 * More UTF-16 units are too long in any form: an NFC character decomposes into at most four code points.
 */
const MAX_UNITS = MAX_NAME_LENGTH * 4 * 2

const OUTER = /[\s\u00ad\u200b-\u200d\u2060\ufeff]/u
/** Control characters, line breaks and bidi controls, which would affect the text after a name. */
export const CONTROL = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

const IBAN_SHAPE = /^(?:IBAN)?[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/i

/** Removes white space and invisible characters from both ends of a name. */
export const trimName = (name: string): string => trimEnds(name, OUTER)

/** Whether an IBAN can be in a name with this many characters from its first digit on. The shortest is Norway's. */
export const fitsIban = (left: number): boolean => left >= 13

/** Whether somebody pasted an account number instead of a name. */
export const isIbanShaped = (name: string): boolean => IBAN_SHAPE.test(name.replace(/[\s.:-]/gu, ''))

/**
 * Rejects a submitted name before anything is sent: malformed Unicode, control and bidi characters, empty and
 * over-long names. Needs no word lists, so a form can call it while a person types. Returns a valid name in NFC
 * with white space trimmed and collapsed.
 */
export function readName(raw: string): NameReading {
  if (/\p{Cs}/u.test(raw)) return { ok: false, code: 'unicode_malformed' }
  const trimmed = trimName(raw)
  if (trimmed === '') return { ok: false, code: 'name_required' }
  if (CONTROL.test(trimmed)) return { ok: false, code: 'name_control_characters' }
  const collapsed = trimmed.replace(/\s+/gu, ' ')
  // normalising thousands of combining marks takes seconds
  if (collapsed.length > MAX_UNITS) return { ok: false, code: 'name_too_long' }
  const name = tidyName(collapsed)
  return Array.from(name).length > MAX_NAME_LENGTH ? { ok: false, code: 'name_too_long' } : { ok: true, name }
}
