import {
  type ComparisonColumn,
  isNameWord,
  isPunctuation,
  isTitleCell,
  type NameCell,
  type PairedCell,
  toCells,
  toColumn,
  withRestMarked,
} from './cells'
import {
  accentLetters,
  differOnlyInPunctuation,
  type PairType,
  spellingDetail,
  stripPunctuation,
} from './classify'
import { type Difference, type DifferenceType, difference, mergeByType } from './differences'
import { findHolder } from './joint'
import { kindOfPayee } from './prepare'
import { capitalsOf, lettersOf, punctuationOf } from './text/characters'
import { decodeEntities, foldWord, tidyName } from './text/fold'
import { markDifferences } from './text/marks'
import { isRomanisable } from './text/romanise'
import { splitHolders } from './words/holders'
import { isTitle } from './words/titles'
import { joinTexts, plainWord, splitWords } from './words/tokens'
import { ARTICLES, PARTICLES } from './words/words'

export type { ComparisonColumn } from './cells'
export type { Difference, DifferenceType } from './differences'

/** The stored evidence of how two names differ: plain data, deterministic for the same names. */
export type NameComparison = {
  identical: boolean
  columns: ComparisonColumn[]
  differences: Difference[]
}

/** A name that is a prefix of another counts as truncated from this many letters on. */
const CUT_OFF_FROM = 20

/**
 * Compares the submitted name with the one in the bank's records.
 * In: both names as given. Out: columns of aligned words with the differing letters marked, and the differences,
 * one per type, in order of detection. Names that differ only in white space or Unicode composition are
 * identical. Never throws.
 */
export function diffNames(submitted: string, registered: string): NameComparison {
  const a = tidyName(submitted)
  const b = tidyName(registered)
  const aligned = toCells(splitWords(splitJoined(a, b)), splitWords(splitJoined(b, a)))
  const { cells, reordered } = isMisaligned(aligned) && wholeName(a, b) ? inOneCell(a, b) : aligned
  const differences =
    a === b ? [] : withHolderDifference(a, b, withLevels(a, b, differencesOf(a, b, cells, reordered)))
  const cut = differences.some(({ type }) => type === 'cut_off')
  const columns = cells.map((cell) => toColumn(cut ? withRestMarked(cell) : cell))
  return { identical: a === b, columns, differences }
}

/** Not the slash of “v/d” or “c/o”. */
const BETWEEN_HOLDERS = /[&+;]|(?<=\p{L}{2} ?)\/(?= ?\p{L}{2})/u

/** An “&” between two persons is more than punctuation: “Jean & Marie Dupont” are two, “Jean Marie Dupont” is one. */
function withHolderDifference(a: string, b: string, differences: Difference[]): Difference[] {
  const [left, right] = [decodeEntities(a), decodeEntities(b)]
  const more = splitHolders(left).length - splitHolders(right).length
  const sign = BETWEEN_HOLDERS.exec(more > 0 ? left : right)?.[0]
  const has = (wanted: DifferenceType) => differences.some(({ type }) => type === wanted)
  if (more === 0 || sign === undefined || !has('punctuation') || has('joint_account')) return differences
  const word = difference(more > 0 ? 'extra_name' : 'missing_name', { x: sign })
  const replaced = differences.map((each) => (each.type === 'punctuation' ? word : each))
  return mergeByType(replaced, [a, b]).map((each) =>
    each.type === word.type ? { ...each, level: 'identity' } : each,
  )
}

/** Differences by a word that only one name has: a person's other given name, or another company. */
const ONE_SIDED = ['missing_name', 'extra_name', 'cut_off']

/**
 * Unless the names are a person's, an additional or missing word may mean a different payee; an article of a
 * company never does.
 */
function withLevels(a: string, b: string, differences: Difference[]): Difference[] {
  const kind = kindOfPayee(a, b)
  if (kind === 'person') return differences
  return differences.map((each) => {
    if (!ONE_SIDED.includes(each.type)) return each
    const light = kind === 'company' && each.x?.split(' ').map(foldWord).every(isLightWord)
    return { ...each, level: light ? 'format' : 'identity' }
  })
}

const isLightWord = (key: string) => ARTICLES.has(key) || PARTICLES.has(key)

/** A character for “and” between two words without spaces. */
const JOINED_BY_AND = /(?<=[\p{L}\p{N}.])([&+])(?!(?:amp|lt|gt|quot|apos);)(?=[\p{L}\p{N}])/giu

/** Splits “Dupont+Fils” into three words if the other name has “Dupont & Fils” or “Dupont et Fils”. */
function splitJoined(name: string, other: string): string {
  if (!/\S[&+]\S/.test(name) || stripPunctuation(name) === stripPunctuation(other)) return name
  const words = other.toLowerCase().split(' ')
  const split = (word: string) =>
    words.includes(word.toLowerCase()) ? word : word.replace(JOINED_BY_AND, ' $1 ')
  return name.split(' ').map(split).join(' ')
}

const isAlone = (cell: NameCell): boolean =>
  (cell.a === null || cell.b === null) && !isPunctuation(cell.a ?? cell.b)

/** Whether joined or split words are unmatched or misaligned although no letter differs. */
const isMisaligned = ({ cells, reordered }: { cells: NameCell[]; reordered: boolean }): boolean =>
  reordered || cells.some(isAlone)

const inOneCell = (a: string, b: string): { cells: NameCell[]; reordered: boolean } => ({
  cells: [{ a: plainWord(a), b: plainWord(b), type: 'punctuation', pieces: markDifferences(a, b, false) }],
  reordered: false,
})

function differencesOf(a: string, b: string, cells: NameCell[], reordered: boolean): Difference[] {
  const whole = wholeName(a, b) ?? jointAccount(a, b) ?? cutOff(a, b, cells)
  if (whole !== undefined) return whole
  const order = reordered ? [difference('word_order')] : []
  const all = noSharedWord(cells) ?? mergeByType([...order, ...byColumn(cells)], [a, b])
  // Two texts that differ in nothing the rules know (an invisible character) still differ.
  return all.length > 0 ? all : [difference('punctuation')]
}

function wholeName(a: string, b: string): Difference[] | undefined {
  if (a.toLowerCase() === b.toLowerCase()) return [difference('capital_letters')]
  if (!differOnlyInPunctuation(a, b)) return undefined
  const sameCase = lettersOf(a) === lettersOf(b)
  return sameCase ? [difference('punctuation')] : [difference('capital_letters'), difference('punctuation')]
}

/** The account has several holders and one has the submitted name; other differences follow. */
function jointAccount(a: string, b: string): Difference[] | undefined {
  const found = findHolder(a, b)
  if (found === undefined) return undefined
  const rest = diffNames(a, found.holder).differences
  const many = found.count > 2 ? { n: found.count } : {}
  return mergeByType(
    [difference('joint_account', { b: found.holder, x: found.others, ...many }), ...rest],
    [a, b],
  )
}

/** One name is a prefix of the other, and the rest is more than a legal form or a title. */
function cutOff(a: string, b: string, cells: NameCell[]): Difference[] | undefined {
  const keys = [foldWord(a), foldWord(b)].sort((x, y) => x.length - y.length)
  const [short = '', long = ''] = keys
  if (short.length < CUT_OFF_FROM || short.length === long.length || !long.startsWith(short)) return undefined
  if (!cells.some(isLost)) return undefined
  const writing = cells.flatMap((cell) => cellDifferences(cell, cells)).filter(isWriting)
  return mergeByType([difference('cut_off', { n: short.length }), ...writing], [a, b])
}

const isWriting = ({ type }: Difference) => ['capital_letters', 'accent'].includes(type)

function isLost({ a, b, type }: NameCell): boolean {
  const word = a ?? b
  if (word.form !== undefined || isTitle(word.key, 'last', 1)) return false
  return !['equal', 'capital_letters', 'accent', 'punctuation'].includes(type)
}

/** No shared word except a legal form or an initial: one sentence instead of many. */
function noSharedWord(cells: NameCell[]): Difference[] | undefined {
  const words = cells.filter((cell) => cell.type === 'different_word' || isUnmatched(cell, cells))
  const onA = words.some((cell) => cell.a !== null)
  const onB = words.some((cell) => cell.b !== null)
  if (!onA || !onB || cells.some(isShared)) return undefined
  const forms = cells.some(({ a, b }) => a?.form !== undefined || b?.form !== undefined)
  return [difference(forms ? 'trading_name' : 'different_name')]
}

function isUnmatched(cell: NameCell, cells: NameCell[]): boolean {
  return (cell.type === 'extra' || cell.type === 'missing') && isNameWord(cell, cells)
}

function isShared({ a, b, type }: NameCell): boolean {
  if (a === null || b === null || a.joiner || a.form !== undefined || b.form !== undefined) return false
  return type !== 'different_word' && type !== 'initial' && type !== 'title'
}

/** The differences of each column; unmatched words on both sides are reported together as different words. */
function byColumn(cells: NameCell[]): Difference[] {
  const extra = cells.filter((cell) => cell.type === 'extra' && isNameWord(cell, cells))
  const missing = cells.filter((cell) => cell.type === 'missing' && isNameWord(cell, cells))
  const together = extra.length > 0 && missing.length > 0
  return cells.flatMap((cell) =>
    together && isUnmatched(cell, cells) ? [unmatchedDifference(cell)] : cellDifferences(cell, cells),
  )
}

function unmatchedDifference(cell: NameCell): Difference {
  return difference('different_word', cell.a === null ? { b: cell.b.text } : { a: cell.a.text })
}

function cellDifferences(cell: NameCell, cells: NameCell[]): Difference[] {
  if (cell.type === 'extra' || cell.type === 'missing') return [singleDifference(cell, cells)]
  const { a, b, type } = cell
  if (type === 'equal') return []
  if (type === 'capital_letters') return [difference(type)]
  if (type === 'punctuation') return [...otherDifferences(cell), difference(type)]
  if (type === 'title') return [difference(type, { x: joinTexts([a.text, '/', b.text]) })]
  const shortFirst = type === 'abbreviation' || type === 'initial'
  const [left, right] = [withoutTrailingComma(a.text), withoutTrailingComma(b.text)]
  const texts = shortFirst && left.length > right.length ? { a: right, b: left } : { a: left, b: right }
  const main = difference(type, { ...texts, ...detail(cell, type) })
  return type === 'accent' || type === 'spelling' ? [...otherDifferences(cell), main] : [main]
}

/** Removes trailing punctuation, which doesn't belong in a sentence. */
const withoutTrailingComma = (text: string): string => text.replace(/(?<=.)[,;:]+$/u, '')

/** Further differences of two words: one word may differ in a letter, in case and in punctuation at once. */
function otherDifferences({ a, b, type }: PairedCell): Difference[] {
  const punctuation = type !== 'punctuation' && punctuationOf(a.text) !== punctuationOf(b.text)
  const capitals =
    type === 'punctuation'
      ? lettersOf(a.text) !== lettersOf(b.text)
      : capitalsOf(a.text) !== capitalsOf(b.text)
  return [
    ...(capitals ? [difference('capital_letters')] : []),
    ...(punctuation ? [difference('punctuation')] : []),
  ]
}

function detail(cell: PairedCell, type: PairType) {
  if (type === 'accent') {
    const otherAlphabet = isRomanisable(cell.a.text) !== isRomanisable(cell.b.text)
    return otherAlphabet ? {} : { x: [...new Set(accentLetters(...cell.pieces))].join('') }
  }
  return type === 'spelling' ? spellingDetail(cell.a, cell.b, cell.pieces) : {}
}

function singleDifference(cell: NameCell, cells: NameCell[]): Difference {
  const word = cell.a ?? cell.b
  if (word.form !== undefined)
    return difference('legal_form_missing', {
      ...(cell.a === null ? { b: word.text } : { a: word.text }),
      x: word.text,
    })
  if (isTitleCell(cell, cells)) return difference('title', { x: word.text })
  if (isPunctuation(word)) return difference('punctuation')
  return difference(cell.a === null ? 'missing_name' : 'extra_name', { x: word.text })
}
