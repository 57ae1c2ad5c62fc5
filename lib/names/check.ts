import { foldWord, tidyName } from './fold'
import { mayJoinHolders, splitHolders } from './holders'
import { mayBeTitle, titlesAtEnds } from './titles'

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
const IBAN_SHAPE = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/i

/**
 * Checks a submitted name before anything is sent (reliability.md D.1, as corrected by the rule on what
 * blocks and what warns). Blocks malformed Unicode, control and bidi characters, empty and over-long names;
 * everything else only warns. The name comes back in NFC with white space trimmed and collapsed.
 */
export function checkName(raw: string): NameVerdict {
  if (isPlain(raw)) return { ok: true, name: raw, warnings: NONE }
  if (/\p{Cs}/u.test(raw)) return { ok: false, code: 'unicode_malformed' }
  const trimmed = raw.replace(OUTER, '')
  if (trimmed === '') return { ok: false, code: 'name_required' }
  if (CONTROL.test(trimmed)) return { ok: false, code: 'name_control_characters' }
  const name = tidyName(trimmed)
  if (Array.from(name).length > LONGEST_NAME) return { ok: false, code: 'name_too_long' }
  return { ok: true, name, warnings: warningsOf(name) }
}

const NONE: never[] = []

/** Latin letters that stay as they are in NFC, with the signs of usual names; single spaces inside. */
const PLAIN = /^[A-Za-zÀ-ÖØ-öø-ſ][A-Za-zÀ-ÖØ-öø-ſ0-9'’.,-]*(?: (?:&|[A-Za-zÀ-ÖØ-öø-ſ0-9'’.,-]+))*$/
/** Two letters and a digit, with or without signs between: it may be an IBAN. */
const LIKE_IBAN = /^[A-Za-z][ .-]*[A-Za-z][ .-]*\d/

/** True for a name of which nothing can be said: most names of a file, decided without looking at every sign again. */
function isPlain(name: string): boolean {
  if (name.length > LONGEST_NAME || !PLAIN.test(name) || LIKE_IBAN.test(name)) return false
  let start = 0
  let joined = false
  for (let i = 0; i <= name.length; i++) {
    const code = i < name.length ? name.charCodeAt(i) : SPACE
    if (code !== SPACE && code !== HYPHEN) continue
    if (name.charCodeAt(start) === AMPERSAND) joined = true
    else if (saysMore(name.slice(start, i))) return false
    start = i + 1
  }
  return !joined || splitHolders(name).length === 1
}

const SPACE = 32
const HYPHEN = 45
const AMPERSAND = 38

/** Words of names come again and again: what was found of a word is kept, for some thousands of them. */
const known = new Map<string, boolean>()
const KEPT = 10_000

/** True for a word that may be a title or join two holders, wherever it stands. */
function saysMore(word: string): boolean {
  const first = word.charCodeAt(0)
  if (first >= 48 && first <= 57) return false
  let more = known.get(word)
  if (more === undefined) {
    more = mayJoinHolders(word) || mayBeTitle(foldWord(word))
    if (known.size >= KEPT) known.clear()
    known.set(word, more)
  }
  return more
}

function warningsOf(name: string): NameWarning[] {
  const warnings: NameWarning[] = []
  if (isNonLatin(name)) warnings.push('name_non_latin')
  if (hasOddSigns(name)) warnings.push('name_odd_signs')
  if (hasTitle(name)) warnings.push('name_title')
  if (splitHolders(name).length > 1) warnings.push('name_several_holders')
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
