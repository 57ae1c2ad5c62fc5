import { isInitial } from './align'
import { editDistance, similarity } from './distance'
import { foldName, sameLetters } from './fold'
import { graphemes, markDifferences, markedText, markNothing, type Piece } from './marks'
import { isTitle } from './titles'
import type { Word } from './tokens'
import { isCutWithDot, isShortForm } from './words'

/** What two paired words differ in; `different` pairs are not the same word at all. */
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

/** Classifies two aligned words: the first rule that fits wins (ux.md 6.2, step 4). */
export function classifyPair(a: Word, b: Word): PairType {
  if (a.text === b.text) return 'equal'
  if (a.text.toLowerCase() === b.text.toLowerCase()) return 'capital_letters'
  if (withoutSigns(a.text) !== '' && withoutSigns(a.text) === withoutSigns(b.text)) return 'punctuation'
  if (a.form !== undefined && b.form !== undefined) return classifyForms(a, b)
  if (sameLetters(a.text, b.text) || sameLetters(a.key, b.key)) return 'accent'
  if ((a.joiner && b.joiner) || isShort(a, b)) return 'abbreviation'
  if (isTitle(a.key, 'first', 2) && isTitle(b.key, 'first', 2)) return 'title'
  if (isInitial(a, b)) return 'initial'
  return isSpelling(a.key, b.key) ? 'spelling' : 'different_word'
}

function classifyForms(a: Word, b: Word): PairType {
  if (a.form !== b.form) return 'legal_form_different'
  return a.key === b.key ? 'accent' : 'abbreviation'
}

function isShort(a: Word, b: Word): boolean {
  return isShortForm(a.key, b.key) || isCutWithDot(a.text, a.key, b.key) || isCutWithDot(b.text, b.key, a.key)
}

/** At most two edits, one below five letters. */
function isSpelling(a: string, b: string): boolean {
  const limit = Math.min(a.length, b.length) < 5 ? 1 : 2
  if (Math.abs(a.length - b.length) > limit || similarity(a, b) < 0.5) return false
  return editDistance(a, b) <= limit
}

/** Lower-case text without punctuation, spaces and invisible signs. */
export function withoutSigns(text: string): string {
  return text.toLowerCase().replace(/[\p{P}\p{Cf}\s]/gu, '')
}

/** The pieces of two paired words, marked according to their type. */
export function markPair(a: Word, b: Word, type: PairType): [Piece[], Piece[]] {
  if (type === 'equal') return [markNothing(a.text), markNothing(b.text)]
  if (type === 'different_word' || type === 'legal_form_different' || type === 'title')
    return [[{ text: a.text, marked: true }], [{ text: b.text, marked: true }]]
  return markDifferences(a.text, b.text, type === 'spelling' || type === 'abbreviation' || type === 'initial')
}

/** The letters that carry an accent or a special form: the part of two equal-sounding words that differs. */
export function accentLetters(a: Piece[], b: Piece[]): string[] {
  const marked = [...b, ...a].filter((piece) => piece.marked).flatMap((piece) => Array.from(piece.text))
  return marked.filter((letter) => /[\p{L}\p{M}]/u.test(letter) && foldName(letter) !== letter.toLowerCase())
}

/** Number of edits between two words and the letters that differ; for swapped letters, both of them. */
export function spellingDetail(
  a: Word,
  b: Word,
  pieces: [Piece[], Piece[]],
): { n: number; x: string; y: string } {
  const n = editDistance(a.key, b.key)
  const [left, right] = [graphemes(a.text), graphemes(b.text)]
  const at = left.findIndex((sign, i) => foldName(sign) !== foldName(right[i] ?? ''))
  if (n === 1 && a.key.length === b.key.length && [...a.key].sort().join() === [...b.key].sort().join())
    return { n, x: left.slice(at, at + 2).join(''), y: right.slice(at, at + 2).join('') }
  return { n, x: markedText(pieces[0]), y: markedText(pieces[1]) }
}
