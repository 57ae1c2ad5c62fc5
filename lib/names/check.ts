import { foldWord, tidyName } from './fold'
import { splitHolders } from './holders'
import { isPlainName, saysMore } from './plain'
import { titlesAtEnds } from './titles'

export type NameWarning =
  | 'name_non_latin'
  | 'name_odd_signs'
  | 'name_title'
  | 'name_several_holders'
  | 'name_is_number'
  | 'name_looks_like_iban'

export type NameProblem = 'name_required' | 'name_too_long' | 'name_control_characters' | 'unicode_malformed'

export type NameVerdict =
  | { ok: true; name: string; warnings: NameWarning[] }
  | { ok: false; code: NameProblem }

/** Longest name the payee check carries (EPC: 140 characters), in code points. */
export const LONGEST_NAME = 140

const OUTER = /^[\s\u00ad\u200b-\u200d\u2060\ufeff]+|[\s\u00ad\u200b-\u200d\u2060\ufeff]+$/gu
const CONTROL = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u
const USUAL = /^[\p{L}\p{M}\p{N} '’‘ʼ`´\-‐‑–—.,&/()+:;"„“”«»·ªº!?№]*$/u
const NON_LATIN = /(?![\p{Script=Latin}ªº])\p{L}/u
const STACKED_MARKS = /\p{M}{4,}/u
const FORMULA = /^[=+\-@＝](?!\s|$)/u
const ENTITY = /&#?\w+;/u
/** Signs that can join two holders without being a word. */
const JOINING = /[&+;/]/
const IBAN_SHAPE = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/i

/**
 * Checks a submitted name before anything is sent (reliability.md D.1, as corrected by the rule on what
 * blocks and what warns). Blocks malformed Unicode, control and bidi characters, empty and over-long names;
 * everything else only warns. The name comes back in NFC with white space trimmed and collapsed.
 */
export function checkName(raw: string): NameVerdict {
  if (raw.length <= LONGEST_NAME && isPlainName(raw)) return { ok: true, name: raw, warnings: NONE }
  if (/\p{Cs}/u.test(raw)) return { ok: false, code: 'unicode_malformed' }
  const trimmed = raw.replace(OUTER, '')
  if (trimmed === '') return { ok: false, code: 'name_required' }
  if (CONTROL.test(trimmed)) return { ok: false, code: 'name_control_characters' }
  const name = tidyName(trimmed)
  if (Array.from(name).length > LONGEST_NAME) return { ok: false, code: 'name_too_long' }
  return { ok: true, name, warnings: warningsOf(name) }
}

const NONE: never[] = []

function warningsOf(name: string): NameWarning[] {
  const warnings: NameWarning[] = []
  if (isNonLatin(name)) warnings.push('name_non_latin')
  if (hasOddSigns(name)) warnings.push('name_odd_signs')
  if (JOINING.test(name) || name.split(/[\s-]/u).some(saysMore)) {
    if (hasTitle(name)) warnings.push('name_title')
    if (splitHolders(name).length > 1) warnings.push('name_several_holders')
  }
  if (/\p{N}/u.test(name) && !/\p{L}/u.test(name)) warnings.push('name_is_number')
  if (IBAN_SHAPE.test(name.replace(/[\s.-]/gu, ''))) warnings.push('name_looks_like_iban')
  return warnings
}

function isNonLatin(name: string): boolean {
  return NON_LATIN.test(name)
}

function hasOddSigns(name: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(name)) return true
  if (!USUAL.test(name) || FORMULA.test(name) || ENTITY.test(name)) return true
  return /\p{M}/u.test(name) && STACKED_MARKS.test(name.normalize('NFD'))
}

function hasTitle(name: string): boolean {
  const keys = name
    .split(/[\s\-/]+/u)
    .map(foldWord)
    .filter((key) => key !== '')
  const { first, last } = titlesAtEnds(keys)
  return first + last > 0
}
