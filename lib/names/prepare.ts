import { foldWord, hasTwoSpellings } from './text/fold'
import { type Cyrillic, romanisationsFor, romanise } from './text/romanise'
import { isGivenName } from './words/given-names'
import { findLegalForms, misspeltForm, SOLE_TRADER } from './words/legal-forms'
import { isRoman, numberOf } from './words/numbers'
import { titlesAtEnds } from './words/titles'
import { isInitialLetter } from './words/tokens'
import { BIRTH_MARKERS, COMPANY_WORDS, JOINERS, REGISTER_WORDS, SUFFIXES } from './words/words'

/** One word prepared for matching: as written, its folded Latin letters, and whether ü may also be ue. */
export type NameToken = { text: string; key: string; twoSpellings: boolean }

/** A name split into words that identify, and words that are matched separately. */
export type PreparedName = {
  words: NameToken[]
  forms: string[]
  suffixes: string[]
  /** Registration numbers: `HRB 12345`, `(W751234567)`. */
  registrations: string[]
  company: boolean
  /** The legal form is at the start, where it may be a word of the name (“SPA Garden”, “KG Sonne”). */
  opened: boolean
  /** One run of letters and hyphens: a compound given or family name, not both. */
  single: boolean
}

const WORD = /[\p{L}\p{M}\p{N}.'’‘`´ʼ]+|[&+]/gu
const INVISIBLE = /\p{Cf}/gu
const DOTTED_INITIALS = /^(?:\p{L}\.){2,}\p{L}?\.?$|^\p{L}\.(?=\p{L}{2})/u

/**
 * Splits a name for matching.
 * In: the name, which Cyrillic romanisation to apply, and whether `J.P.` and `JP` are two initials or a word.
 */
export function prepareName(name: string, cyrillic: Cyrillic, splitInitials: boolean): PreparedName {
  const raw = name.normalize('NFKC').replace(INVISIBLE, '')
  const texts = raw.match(WORD) ?? []
  const spans = findLegalForms(texts, !splitInitials)
  const inForm = new Set(spans.flatMap(({ start, length }) => Array.from({ length }, (_, i) => start + i)))
  const rest = texts.filter((_, i) => !inForm.has(i))
  const forms = spans.map(({ form }) => form)
  const mayBeInitials = raw !== raw.toUpperCase() && !isCompany(forms, rest.map(foldWord))
  const split = splitInitials ? rest.flatMap((text) => lettersOf(text, mayBeInitials)) : rest
  const opened = spans[0]?.start === 0
  return { ...splitParts(split, forms, cyrillic), opened, single: !/\s/u.test(raw) }
}

function splitParts(
  texts: string[],
  forms: string[],
  cyrillic: Cyrillic,
): Omit<PreparedName, 'opened' | 'single'> {
  const tokens = texts.map((text) => toToken(text, cyrillic))
  const { kept, registrations } = withoutRegistrations(tokens)
  const company = isCompany(
    forms,
    kept.map(({ key }) => key),
  )
  const meaningful = kept.filter((token, i) => !isJoiner(token, i, kept.length) && token.key !== '')
  const { first, last } = titlesAtEnds(meaningful.map(({ key }) => key))
  const named = meaningful.slice(first, meaningful.length - last)
  if (company) return { words: named, forms, suffixes: [], registrations, company }
  return { ...withoutSuffixes(named), forms, registrations, company }
}

const isCompany = (forms: string[], keys: string[]) =>
  forms.some((form) => !SOLE_TRADER.has(form)) || keys.some((key) => COMPANY_WORDS.has(key))

/** Removes registration numbers, with the words that introduce them. */
function withoutRegistrations(tokens: NameToken[]): { kept: NameToken[]; registrations: string[] } {
  const kept: NameToken[] = []
  const registrations: string[] = []
  tokens.forEach((token, i) => {
    const digits = token.key.replace(/\D/g, '').length
    const announced = i > 0 && REGISTER_WORDS.has(tokens[i - 1]?.key ?? '') && digits >= 4
    if (i === 0 || (digits < 6 && !announced)) {
      kept.push(token)
      return
    }
    registrations.push(token.key)
    while (kept.length > 1 && REGISTER_WORDS.has(kept.at(-1)?.key ?? '')) kept.pop()
  })
  return { kept, registrations }
}

/** Removes generations (Jr, fils) and the words before a birth name; a name keeps its first two words. */
function withoutSuffixes(named: NameToken[]): { words: NameToken[]; suffixes: string[] } {
  const isMarker = (key: string, i: number) => i > 0 && i < named.length - 1 && BIRTH_MARKERS.has(key)
  const known = named.filter(({ key }, i) => !isMarker(key, i))
  const suffixes = known.filter(({ key }, i) => i > 1 && SUFFIXES.has(key))
  const names = suffixes.map(({ key }) => key)
  return {
    words: known.filter((token) => !suffixes.includes(token)),
    suffixes: known.length < named.length ? [...names, 'née'] : names,
  }
}

function toToken(text: string, cyrillic: Cyrillic): NameToken {
  return { text, key: romanise(foldWord(text), cyrillic), twoSpellings: hasTwoSpellings(text) }
}

/** `&` and its words between two others; a letter with a full stop is an initial, except “u.” for und. */
function isJoiner({ text, key }: NameToken, place: number, count: number): boolean {
  if (/^[&+]$/.test(text)) return true
  if (place === 0 || place === count - 1) return false
  return /^u\.?$/.test(text) || (JOINERS.has(key) && !isInitialLetter(text))
}

/** Splits initials; two or three capitals are initials only in a person’s name that is not all capitals. */
function lettersOf(text: string, mayBeInitials: boolean): string[] {
  if (/^(?:\p{L}\.){2,}\p{L}?\.?$/u.test(text)) return text.match(/\p{L}\.?/gu) ?? []
  if (DOTTED_INITIALS.test(text)) return [text.slice(0, 2), text.slice(2)]
  const initials = mayBeInitials && /^\p{Lu}{2,3}$/u.test(text) && !isRoman(text.toLowerCase())
  return initials ? Array.from(text) : [text]
}

/** The kind of payee of two names; `unknown` when nothing indicates it. */
export type PayeeKind = 'person' | 'company' | 'unknown'

/**
 * The kind of payee of two names: a company if either has a legal form or a typical word of companies, a person
 * if either has a known given name or an initial. Only persons have given names that a bank may store and a payer
 * omit.
 */
export function kindOfPayee(left: string, right: string): PayeeKind {
  const names = [left, right].map((name) =>
    prepareName(name, romanisationsFor(name)[0] ?? 'bulgarian', false),
  )
  if (names.some(({ company }) => company)) return 'company'
  const given = names.some(({ words }) => words.some(({ key }) => isGivenName(key) || /^\p{L}$/u.test(key)))
  return given ? 'person' : 'unknown'
}

const joinedKey = (words: NameToken[]) => words.map(({ key }) => key).join('')

/** The longest legal form that is matched with a typing error, in words: “GmbH & Co. KG”. */
const MAX_MISSPELT_WORDS = 4

/**
 * Detects a legal form with one typing error (`Gmhb`, `Limted`) at the end or the start of a name.
 * In: the name and the forms of the other one. Out: the name without the form; unchanged when there is none.
 */
export function withMisspeltForm(name: PreparedName, expected: readonly string[]): PreparedName {
  const { words } = name
  const atEnd = Array.from({ length: MAX_MISSPELT_WORDS }, (_, i) => [
    words.length - MAX_MISSPELT_WORDS + i,
    words.length,
  ])
  for (const [start = 0, end = 0] of [...atEnd, [0, 1]]) {
    if (start < 0 || end - start >= words.length) continue
    const form = misspeltForm(joinedKey(words.slice(start, end)), expected)
    if (form === undefined) continue
    const rest = [...words.slice(0, start), ...words.slice(end)]
    return { ...name, words: rest, forms: [...name.forms, form], company: true }
  }
  return name
}

/** Joins number words if the other name has the digits: “Vingt et un” and “21”. */
function joinNumbers(words: NameToken[], others: NameToken[]): NameToken[] {
  const wanted = new Set(others.flatMap(({ key }) => (/^\d{2,3}$/.test(key) ? [numberOf(key)] : [])))
  if (wanted.size === 0) return words
  for (const n of [4, 3, 2])
    for (let i = 0; i + n <= words.length; i++) {
      const key = joinedKey(words.slice(i, i + n))
      if (!wanted.has(numberOf(key))) continue
      return [...words.slice(0, i), { text: key, key, twoSpellings: false }, ...words.slice(i + n)]
    }
  return words
}

/** Joins two or three words that the other name writes as one, in either order: `Lefebvrecamille`. Letters keep theirs. */
export function joinWords(apart: NameToken[], others: NameToken[]): NameToken[] {
  const words = joinNumbers(apart, others)
  const own = new Set(words.map(({ key }) => key))
  const wanted = new Set(others.map(({ key }) => key).filter((key) => !own.has(key)))
  for (const n of [3, 2])
    for (let i = 0; i + n <= words.length; i++) {
      const run = words.slice(i, i + n)
      const [forward, backward] = [joinedKey(run), joinedKey(run.toReversed())]
      const letters = run.every(({ key }) => key.length === 1)
      const key = (letters ? [forward] : [forward, backward]).find((joined) => wanted.has(joined))
      if (key === undefined) continue
      const joined = { text: key, key, twoSpellings: run.some(({ twoSpellings }) => twoSpellings) }
      return joinWords([...words.slice(0, i), joined, ...words.slice(i + n)], others)
    }
  return words
}
