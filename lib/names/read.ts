import { tidyName } from './fold'

export type NameProblem = 'name_required' | 'name_too_long' | 'name_control_characters' | 'unicode_malformed'
export type NameReading = { ok: true; name: string } | { ok: false; code: NameProblem }

/** Longest name the payee check carries (EPC: 140 characters), in code points. */
export const LONGEST_NAME = 140

/** More UTF-16 units than this are over-long in any form: in NFC a sign stands for at most four, of two units each. */
const MOST_UNITS = LONGEST_NAME * 4 * 2

const OUTER = /[\s\u00ad\u200b-\u200d\u2060\ufeff]/u
const CONTROL = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

const IBAN_SHAPE = /^(?:IBAN)?[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/i

/** Somebody pasted an account where a name belongs. */
export const isIbanShaped = (name: string): boolean => IBAN_SHAPE.test(name.replace(/[\s.:-]/gu, ''))

/**
 * What blocks a submitted name before anything is sent: malformed Unicode, control and bidi characters, empty and
 * over-long names. Needs no word lists, so a form can ask it while a person types. A good name comes back in NFC with
 * white space trimmed and collapsed.
 */
export function readName(raw: string): NameReading {
  if (/\p{Cs}/u.test(raw)) return { ok: false, code: 'unicode_malformed' }
  const trimmed = trimOuter(raw)
  if (trimmed === '') return { ok: false, code: 'name_required' }
  if (CONTROL.test(trimmed)) return { ok: false, code: 'name_control_characters' }
  const collapsed = trimmed.replace(/\s+/gu, ' ')
  // bringing thousands of marks into their order takes seconds
  if (collapsed.length > MOST_UNITS) return { ok: false, code: 'name_too_long' }
  const name = tidyName(collapsed)
  return Array.from(name).length > LONGEST_NAME ? { ok: false, code: 'name_too_long' } : { ok: true, name }
}

/** Sign by sign: a pattern would look for the end from every space of a long run. */
function trimOuter(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && OUTER.test(text.charAt(start))) start++
  while (end > start && OUTER.test(text.charAt(end - 1))) end--
  return text.slice(start, end)
}
