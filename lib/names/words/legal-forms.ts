import { editDistance } from '@/lib/names/text/distance'
import { foldWord } from '@/lib/names/text/fold'
import { romanise } from '@/lib/names/text/romanise'
import { isGivenName } from './given-names'
import data from './legal-forms.json' with { type: 'json' }

const FORM_OF = new Map<string, string>()
const SPELLINGS_OF = new Map<string, string[]>()
for (const [form, others] of Object.entries(data.forms)) {
  const spellings = [form, ...others.split(' ')].filter((spelling) => spelling !== '')
  SPELLINGS_OF.set(form, spellings)
  for (const spelling of spellings) FORM_OF.set(spelling, form)
}

/** Legal forms of sole traders: the account is the person's own. */
export const SOLE_TRADER = new Set(['ek', 'eu', 'ei', 'eirl', 'eenmanszaak', 'enskildfirma', 'tmi'])

/** The length of the longest legal form in words: “société par actions simplifiée unipersonnelle”. */
const MAX_FORM_WORDS = 7

/** A legal form in a name: index of its first word, number of words, the form's key. */
export type LegalSpan = { start: number; length: number; form: string }

/** Two-letter forms that may start a name, in capitals: “BV De Gouden Molen”, not “As de Trèfle”. */
const SHORT_OPENERS = new Set('sa sl bv nv ag kg ug sc oy'.split(' '))

/**
 * Finds legal forms at the end (at most two) and at the start of a name.
 * In: the words as written; `openers` false ignores two capitals at the start (they may be initials).
 * Out: spans in order; none for a name that is only a legal form, and none for a given name before two letters
 * (“Ana Sá”). Source: data/legal-forms.json (opensanctions/rigour and additions).
 */
export function findLegalForms(words: string[], openers = true): LegalSpan[] {
  const keys = words.map((word) => romanise(foldWord(word)))
  const spans: LegalSpan[] = []
  let end = keys.length
  for (let round = 0; round < 2; round++) {
    const span = formEndingAt(keys, words, end)
    if (span === undefined) break
    spans.unshift(span)
    end = span.start
  }
  const first = formStartingAt(keys, words, end)
  if (first !== undefined && (openers || lettersIn(first, keys) > 2)) spans.unshift(first)
  return spans
}

const lettersIn = ({ start, length }: LegalSpan, keys: string[]) =>
  keys.slice(start, start + length).join('').length

function formEndingAt(keys: string[], words: string[], end: number): LegalSpan | undefined {
  for (let length = Math.min(MAX_FORM_WORDS, end - 1); length >= 1; length--) {
    const start = end - length
    if (keys[start] === '') continue
    const form = FORM_OF.get(keys.slice(start, end).join(''))
    if (form === undefined || isRatherName(keys, words, start, length)) continue
    return { start, length, form }
  }
  return undefined
}

/** Two letters are a name when they are the number II, have an accent (except OÜ), or follow only a given name. */
function isRatherName(keys: string[], words: string[], start: number, length: number): boolean {
  if (keys.slice(start, start + length).join('').length > 2) return false
  const text = words.slice(start, start + length).join('')
  if (/^ii$/iu.test(text)) return true
  const accented = /\p{M}/u.test(text.normalize('NFD')) && !/^o\.?ü\.?$/iu.test(text.normalize('NFC'))
  return accented || (start === 1 && isGivenName(keys[0] ?? ''))
}

function formStartingAt(keys: string[], words: string[], end: number): LegalSpan | undefined {
  for (let length = Math.min(MAX_FORM_WORDS, end - 1); length >= 1; length--) {
    const joined = keys.slice(0, length).join('')
    const form = FORM_OF.get(joined)
    if (form === undefined || keys[length - 1] === '') continue
    const capitals = /^[\p{Lu}.\s]+$/u.test(words.slice(0, length).join(' '))
    if (joined.length > 2 || (capitals && SHORT_OPENERS.has(joined))) return { start: 0, length, form }
  }
  return undefined
}

const NO_VOWEL = /^[^aeiouy]+$/
/** Spellings that no name is similar to: no name is one letter away from `limited`. */
const UNMISTAKABLE = [...FORM_OF.keys()].filter(
  (key) => key.length > 6 || (key.length > 3 && NO_VOWEL.test(key)),
)

/**
 * Finds the legal form that a folded word misspells by one letter (or by two swapped letters).
 * In: the word and the forms of the other name, which also allow short spellings such as `slr` for `srl`.
 * Out: the form; undefined for a correctly spelt form, a given name, and anything else.
 */
export function misspeltForm(key: string, expected: readonly string[]): string | undefined {
  if (key.length < 3 || FORM_OF.has(key) || isGivenName(key)) return undefined
  const near = (spelling: string) => isOneTypo(key, spelling)
  const form = expected.find((name) => SPELLINGS_OF.get(name)?.some(near))
  if (form !== undefined) return form
  const found = UNMISTAKABLE.find(
    (spelling) => NO_VOWEL.test(spelling) === NO_VOWEL.test(key) && near(spelling),
  )
  return key.length < 4 || found === undefined ? undefined : FORM_OF.get(found)
}

/** With three letters almost any word is one edit away, so only a swap or a missing vowel counts. */
function isOneTypo(key: string, spelling: string): boolean {
  if (spelling.length < 3 || Math.abs(key.length - spelling.length) > 1) return false
  if (editDistance(key, spelling) !== 1) return false
  if (spelling.length > 3 || NO_VOWEL.test(key)) return true
  return [...key].sort().join('') === [...spelling].sort().join('')
}
