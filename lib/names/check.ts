import { ibansIn } from '@/lib/iban/within'
import { isPlainName, mayBeTitleOrJoiner } from './plain'
import { fitsIban, isIbanShaped, MAX_NAME_LENGTH, type NameProblem, readName } from './read'
import { foldWord } from './text/fold'
import { splitHolders } from './words/holders'
import { titlesAtEnds } from './words/titles'

export type NameWarning =
  | 'name_non_latin'
  | 'name_odd_signs'
  | 'name_title'
  | 'name_several_holders'
  | 'name_is_number'
  | 'name_contains_iban'

export type NameVerdict =
  | { ok: true; name: string; warnings: NameWarning[] }
  | { ok: false; code: NameProblem }

const USUAL = /^[\p{L}\p{M}\p{N} '’‘ʼ`´\-‐‑–—.,&/()+:;"„“”«»·ªº!?№]*$/u
const NON_LATIN = /(?![\p{Script=Latin}ªº])\p{L}/u
const STACKED_MARKS = /\p{M}{4,}/u
const FORMULA = /^[=+\-@＝](?!\s|$)/u
const ENTITY = /&#?\w+;/u
/** Remains of a file format: characters at either end, one unmatched quote, or quotes around the whole name. */
const LEFT_OVER =
  /^[,;:]|^[-–—]\s|[,;:\-–—]$|^[^"]*"(?:[^"]*"[^"]*")*[^"]*$|^(['"])(?:(?!\1).)*\1$|^[„“«][^“”»]*[“”»]$/u
/** Characters that can join two holders without being a word. */
const JOINING = /[&+;/]/

/** Validates a submitted name before a paid request: `readName` rejects, everything else only warns. */
export function checkName(raw: string): NameVerdict {
  if (raw.length <= MAX_NAME_LENGTH && isPlainName(raw)) return { ok: true, name: raw, warnings: NONE }
  const reading = readName(raw)
  return reading.ok ? { ...reading, warnings: warningsOf(reading.name) } : reading
}

const NONE: never[] = []

function warningsOf(name: string): NameWarning[] {
  const warnings: NameWarning[] = []
  if (NON_LATIN.test(name)) warnings.push('name_non_latin')
  if (hasUnusualCharacters(name)) warnings.push('name_odd_signs')
  if (JOINING.test(name) || name.split(/[\s-]/u).some(mayBeTitleOrJoiner)) {
    if (hasTitle(name)) warnings.push('name_title')
    if (splitHolders(name).length > 1) warnings.push('name_several_holders')
  }
  if (/\p{N}/u.test(name) && !/\p{L}/u.test(name)) warnings.push('name_is_number')
  if (holdsIban(name)) warnings.push('name_contains_iban')
  return warnings
}

function holdsIban(name: string): boolean {
  const digit = name.search(/\d/)
  return digit >= 0 && fitsIban(name.length - digit) && (isIbanShaped(name) || ibansIn(name).length > 0)
}

function hasUnusualCharacters(name: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(name)) return true
  if (!USUAL.test(name) || FORMULA.test(name) || ENTITY.test(name) || LEFT_OVER.test(name)) return true
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
