import { isInitial, isMisspeltForm } from './align'
import { lettersOf } from './text/characters'
import { editDistance, similarity } from './text/distance'
import { foldName, sameLetters } from './text/fold'
import { graphemes, markDifferences, markedText, markNothing, markTwo, type Piece } from './text/marks'
import { isOtherNumber, isSameNumber } from './words/numbers'
import { isTitle } from './words/titles'
import type { Word } from './words/tokens'
import { isCutWithDot, isShortForm } from './words/words'

/** How two paired words differ; `different` pairs are not the same word. */
export type PairType =
  | 'equal'
  | 'capital_letters'
  | 'punctuation'
  | 'accent'
  | 'abbreviation'
  | 'legal_form_different'
  | 'title'
  | 'initial'
  | 'spelling'
  | 'different_word'

/** Classifies two aligned words: the first rule that applies wins. */
export function classifyPair(a: Word, b: Word): PairType {
  if (a.text === b.text) return 'equal'
  if (a.text.toLowerCase() === b.text.toLowerCase()) return 'capital_letters'
  if (differOnlyInPunctuation(a.text, b.text)) return 'punctuation'
  if (a.key === b.key && numbersIn(a.text) !== numbersIn(b.text)) return 'different_word'
  if (a.form !== undefined && b.form !== undefined) return classifyForms(a, b)
  if (sameLetters(a.text, b.text) || sameLetters(a.key, b.key)) return 'accent'
  if ((a.joiner && b.joiner) || isShort(a, b)) return 'abbreviation'
  if (isTitle(a.key, 'first', 2) && isTitle(b.key, 'first', 2)) return 'title'
  if (isInitial(a, b)) return 'initial'
  return isSpelling(a.key, b.key) || isMisspeltForm(a, b) ? 'spelling' : 'different_word'
}

function classifyForms(a: Word, b: Word): PairType {
  if (a.form !== b.form) return 'legal_form_different'
  return a.key === b.key ? 'accent' : 'abbreviation'
}

function isShort(a: Word, b: Word): boolean {
  if (isSameNumber(a.key, b.key)) return true
  return isShortForm(a.key, b.key) || isCutWithDot(a.text, a.key, b.key) || isCutWithDot(b.text, b.key, a.key)
}

/**
 * At most two edits, one below five letters, and the same digits. Stricter than the matcher, which takes “F0ur” for a typing
 * error of “Four” as a bank does: a reviewer compares the whole word.
 */
function isSpelling(a: string, b: string): boolean {
  const limit = Math.min(a.length, b.length) < 5 ? 1 : 2
  if (Math.abs(a.length - b.length) > limit || similarity(a, b) < 0.5) return false
  if (a.replace(/\D/g, '') !== b.replace(/\D/g, '') || isOtherNumber(a, b)) return false
  return editDistance(a, b) <= limit
}

/** A text in lower case without punctuation, white space and invisible characters. */
export const stripPunctuation = (text: string): string => lettersOf(text.toLowerCase())

/** Whether only punctuation and spaces differ. Characters between digits are more than that: “2/3” is not “23”. */
export function differOnlyInPunctuation(a: string, b: string): boolean {
  const bare = stripPunctuation(a)
  return bare !== '' && bare === stripPunctuation(b) && numbersIn(a) === numbersIn(b)
}

const numbersIn = (text: string): string => (text.replace(/\s/gu, '').match(/\p{N}+/gu) ?? []).join(' ')

/** Splits two paired words into pieces, marked according to their type. */
export function markPair(a: Word, b: Word, type: PairType): [Piece[], Piece[]] {
  if (type === 'equal') return [markNothing(a.text), markNothing(b.text)]
  if (type === 'different_word' || type === 'legal_form_different' || type === 'title')
    return [[{ text: a.text, marked: true }], [{ text: b.text, marked: true }]]
  const swapped = type === 'spelling' ? swappedAt(a, b) : -1
  if (swapped >= 0) return [markTwo(a.text, swapped), markTwo(b.text, swapped)]
  return markDifferences(a.text, b.text, type === 'spelling' || type === 'abbreviation' || type === 'initial')
}

/** The letters with an accent or a special form: the difference between two words with the same sound. */
export function accentLetters(a: Piece[], b: Piece[]): string[] {
  const marked = [...b, ...a].filter((piece) => piece.marked).flatMap((piece) => Array.from(piece.text))
  // the final sigma is normal at the end of any word
  return marked.filter(
    (letter) => /[\p{L}\p{M}]/u.test(letter) && letter !== 'ς' && foldName(letter) !== letter.toLowerCase(),
  )
}

/** The number of edits between two words and the letters that differ; for swapped letters, both of them. */
export function spellingDetail(
  a: Word,
  b: Word,
  pieces: [Piece[], Piece[]],
): { n: number; x: string; y: string } {
  const n = editDistance(a.key, b.key)
  return { n, x: lettersOf(markedText(pieces[0])), y: lettersOf(markedText(pieces[1])) }
}

/** The grapheme index at which two neighbours are swapped, if nothing else differs; otherwise -1. */
function swappedAt(a: Word, b: Word): number {
  const [left, right] = [a, b].map(({ text }) => graphemes(text).map((sign) => foldName(sign)))
  if (left === undefined || left.length !== right?.length) return -1
  const at = left.findIndex((sign, i) => sign !== right[i])
  if (at < 0 || left[at] !== right[at + 1] || left[at + 1] !== right[at]) return -1
  return left.slice(at + 2).join() === right.slice(at + 2).join() ? at : -1
}
