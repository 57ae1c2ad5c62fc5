import { alignWords, type Pairing } from './align'
import { classifyPair, markPair, type PairType } from './classify'
import { foldWord } from './text/fold'
import { markDifferences, markNothing, type Piece } from './text/marks'
import { type Cyrillic, isRomanisable, romanisationsFor, romanise } from './text/romanise'
import { numberOf } from './words/numbers'
import { isTitle } from './words/titles'
import { joinTexts, plainWord, type Word } from './words/tokens'
import { HOLDER_SEPARATORS, longFormsOf } from './words/words'

/** Two aligned words and their difference. */
export type PairedCell = { a: Word; b: Word; type: PairType; pieces: [Piece[], Piece[]] }

/** Two aligned words, or one word that the other side lacks. */
export type NameCell =
  | PairedCell
  | { a: Word; b: null; type: 'extra' }
  | { a: null; b: Word; type: 'missing' }

/** One column of the comparison: the pieces of one word on each side, null where a side has none. */
export type ComparisonColumn = {
  submitted: Piece[] | null
  registered: Piece[] | null
  state: 'equal' | 'changed' | 'missing' | 'extra'
}

/** Aligns the words of two names and classifies every column. */
export function toCells(submitted: Word[], registered: Word[]): { cells: NameCell[]; reordered: boolean } {
  const [latinA, latinB] = inOneAlphabet(submitted, registered)
  const joined = joinRuns(demoteForms(latinA, latinB), latinB)
  const right = joinInitials(joinRuns(demoteForms(latinB, latinA), joined), joined)
  const left = joinInitials(joined, right)
  const { columns, reordered } = alignWords(left, right)
  const cells = pairNeighbours(columns.map((pairing) => toCell(pairing, left, right)))
  return { cells: cells.map((cell, i) => withoutLooseHyphen(cell, cells[i + 1])), reordered }
}

/** Converts a cell to the column that is stored and shown. */
export function toColumn(cell: NameCell): ComparisonColumn {
  if (cell.type === 'missing')
    return { submitted: null, registered: markNothing(cell.b.text), state: 'missing' }
  if (cell.type === 'extra') return { submitted: markNothing(cell.a.text), registered: null, state: 'extra' }
  const [submitted, registered] = cell.pieces
  return { submitted, registered, state: cell.type === 'equal' ? 'equal' : 'changed' }
}

/** Whether an unmatched word is part of the name proper: not a legal form, title, joining word or punctuation. */
export function isNameWord(cell: NameCell, cells: NameCell[]): boolean {
  const word = cell.a ?? cell.b
  if (word.form !== undefined || word.joiner || isTitleCell(cell, cells)) return false
  return !isPunctuation(word)
}

/** Whether a word is only punctuation, `&` and `+` included. */
export function isPunctuation(word: Word): boolean {
  return foldWord(word.text) === '' && /^[\p{P}\p{Cf}+]+$/u.test(word.text)
}

/** Whether an unmatched word is a title: at the start or the end of a holder's name. */
export function isTitleCell(cell: NameCell, cells: NameCell[]): boolean {
  const side = cell.a === null ? 'b' : 'a'
  const words = cells.flatMap((other) => (other[side] === null ? [] : [other[side]]))
  const keys = words.map((word) => word.key)
  const place = cells.slice(0, cells.indexOf(cell)).filter((other) => other[side] !== null).length
  const key = keys[place] ?? ''
  const joined = words.slice(0, place).findLastIndex((word) => word.joiner || HOLDER_SEPARATORS.has(word.key))
  const position = (at: number) => (at === joined + 1 ? 'first' : 'next')
  const leads = keys
    .slice(joined + 1, place)
    .every((before, i) => isTitle(before, position(joined + 1 + i), keys.length))
  return (leads && isTitle(key, position(place), keys.length - place - 1)) || isTitle(key, 'last', place)
}

/** When only one side is in Greek or Cyrillic letters, compares both in official romanisation. */
function inOneAlphabet(a: Word[], b: Word[]): [Word[], Word[]] {
  const text = (words: Word[]) => words.map((word) => word.key).join(' ')
  if (isRomanisable(text(a)) === isRomanisable(text(b))) return [a, b]
  const latin = (words: Word[], map: Cyrillic) =>
    words.map((word) => ({ ...word, key: romanise(word.key, map) }))
  const attempts = romanisationsFor(text([...a, ...b])).map((map): [Word[], Word[]] => [
    latin(a, map),
    latin(b, map),
  ])
  const countShared = ([left, right]: [Word[], Word[]]) => {
    const keys = new Set(right.map((word) => word.key))
    return left.filter((word) => keys.has(word.key)).length
  }
  return attempts.reduce((best, next) => (countShared(next) > countShared(best) ? next : best))
}

/** “Jean” and “Jean-” are the same word when the other half of the hyphenated name is missing. */
function withoutLooseHyphen(cell: NameCell, next: NameCell | undefined): NameCell {
  if (cell.a === null || cell.b === null || next === undefined) return cell
  const { a, b } = cell
  const [bareA, bareB] = [next.type === 'extra' ? bare(a) : a, next.type === 'missing' ? bare(b) : b]
  if (bareA === a && bareB === b) return cell
  const { pieces, ...again } = pairCell(bareA, bareB)
  const loose = (word: Word, short: Word) => word.text.slice(short.text.length)
  return { ...again, pieces: [append(pieces[0], loose(a, bareA)), append(pieces[1], loose(b, bareB))] }
}

function bare(word: Word): Word {
  const text = word.text.replace(/(?<=.)[-‐‑–—]$/u, '')
  return text === word.text ? word : { ...word, text }
}

function append(pieces: Piece[], text: string): Piece[] {
  const last = pieces.at(-1)
  if (text === '' || last === undefined) return pieces
  if (last.marked) return [...pieces, { text, marked: false }]
  return [...pieces.slice(0, -1), { text: last.text + text, marked: false }]
}

/** For a truncated name, marks the missing part of a word instead of the whole word. */
export function withRestMarked(cell: NameCell): NameCell {
  if (cell.type !== 'different_word') return cell
  const { a, b } = cell
  const begins = a.key.startsWith(b.key) || b.key.startsWith(a.key)
  return begins ? { ...cell, pieces: markDifferences(a.text, b.text, true) } : cell
}

/** A legal form that the other side uses as an ordinary word is an ordinary word here too (the surname “Sá”). */
function demoteForms(words: Word[], others: Word[]): Word[] {
  const plain = new Set(others.filter((word) => word.form === undefined).map((word) => word.key))
  return words.map((word) => (word.form !== undefined && plain.has(word.key) ? plainWord(word.text) : word))
}

/** Joins two or three words that the other side writes as one: “Anne Marie” and “Annemarie”, “van der” and “vd”. */
function joinRuns(words: Word[], others: Word[]): Word[] {
  const wanted = new Set(others.flatMap(({ key }) => [key, ...longFormsOf(key)]))
  const own = new Set(words.map((word) => word.key))
  const result: Word[] = []
  for (let i = 0; i < words.length; i++) {
    const length = [3, 2].find((n) => {
      const run = words.slice(i, i + n)
      const key = run.map((word) => word.key).join('')
      return (
        run.length === n &&
        !run.some((word) => word.form !== undefined) &&
        (wanted.has(key) || wanted.has(numberOf(key) ?? key)) &&
        !own.has(key)
      )
    })
    if (length === undefined) {
      result.push(words[i] as Word)
      continue
    }
    result.push(plainWord(joinTexts(words.slice(i, i + length).map((word) => word.text))))
    i += length - 1
  }
  return result
}

/**
 * Joins two or three words whose initials the other side writes as one word in capitals: “Jean-Pierre” and “JP”.
 * Only next to a word that both have, because initials alone are ambiguous.
 */
function joinInitials(words: Word[], others: Word[]): Word[] {
  const own = new Set(words.map(({ key }) => key))
  if (!others.some(({ key, form, joiner }) => form === undefined && !joiner && own.has(key))) return words
  for (const { text, key, form } of others) {
    if (form !== undefined || own.has(key) || !/^\p{Lu}{2,3}$/u.test(text)) continue
    const run = (at: number) => words.slice(at, at + key.length)
    const at = words.findIndex((_, i) => beginWith(run(i), key))
    if (at < 0) continue
    const joined = plainWord(joinTexts(run(at).map((word) => word.text)))
    return [...words.slice(0, at), joined, ...words.slice(at + key.length)]
  }
  return words
}

function beginWith(words: Word[], letters: string): boolean {
  const begins = ({ key, form }: Word, i: number) =>
    form === undefined && key.length > 1 && key[0] === letters[i]
  return words.length === letters.length && words.every(begins)
}

function toCell({ a, b }: Pairing, left: Word[], right: Word[]): NameCell {
  const wordA = a === null ? undefined : left[a]
  const wordB = b === null ? undefined : right[b]
  if (wordA !== undefined && wordB !== undefined) return pairCell(wordA, wordB)
  if (wordA !== undefined) return { a: wordA, b: null, type: 'extra' }
  return { a: null, b: wordB as Word, type: 'missing' }
}

function pairCell(a: Word, b: Word): PairedCell {
  const type = classifyPair(a, b)
  return { a, b, type, pieces: markPair(a, b, type) }
}

/** Merges adjacent unmatched words of both sides into one column. */
function pairNeighbours(cells: NameCell[]): NameCell[] {
  const result: NameCell[] = []
  let run: NameCell[] = []
  const flush = () => {
    result.push(...zipRun(run))
    run = []
  }
  for (const cell of cells) {
    if ((cell.type === 'extra' || cell.type === 'missing') && isNameWord(cell, cells)) run.push(cell)
    else {
      flush()
      result.push(cell)
    }
  }
  flush()
  return result
}

function zipRun(run: NameCell[]): NameCell[] {
  const extra = run.flatMap((cell) => (cell.type === 'extra' ? [cell.a] : []))
  const missing = run.flatMap((cell) => (cell.type === 'missing' ? [cell.b] : []))
  const pairs = Math.min(extra.length, missing.length)
  if (pairs === 0) return run
  const joined = extra.slice(0, pairs).map((a, i) => pairCell(a, missing[i] as Word))
  const restA = extra.slice(pairs).map((a): NameCell => ({ a, b: null, type: 'extra' }))
  const restB = missing.slice(pairs).map((b): NameCell => ({ a: null, b, type: 'missing' }))
  return [...joined, ...restA, ...restB]
}
