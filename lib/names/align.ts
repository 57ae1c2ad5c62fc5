import { similarity } from './text/distance'
import { foldWord, sameLetters } from './text/fold'
import { misspeltForm } from './words/legal-forms'
import { isSameNumber } from './words/numbers'
import type { Word } from './words/tokens'
import { isShortForm } from './words/words'

/** One column of the alignment: indices into the two word lists, null where a side has no word. */
export type Pairing = { a: number | null; b: number | null }

const GAP = -0.35
const MISMATCH = -0.9
const PAIR_FROM = 0.5
/** How much better the unordered pairing must score before the words count as reordered. */
const ORDER_GAIN = 0.4
/** Above this many pairs words are only compared for equality, so that hostile input stays cheap. */
const MAX_TABLE_CELLS = 2_500

/**
 * Aligns the words of two names: Needleman–Wunsch on similarity, against the best pairing in any order; the
 * second wins when it scores more than 0.4 better.
 */
export function alignWords(a: Word[], b: Word[]): { columns: Pairing[]; reordered: boolean } {
  const exactOnly = a.length * b.length > MAX_TABLE_CELLS
  const scores = a.map((left) => b.map((right) => wordSimilarity(left, right, exactOnly)))
  const straight = inOrder(scores, a.length, b.length)
  const free = anyOrder(scores, a.length, b.length)
  const reordered = free.score > straight.score + ORDER_GAIN
  return { columns: reordered ? free.columns : straight.columns, reordered }
}

/** Whether one word is a single letter and the other begins with it, or the first letters of joined words. */
export function isInitial(left: Word, right: Word): boolean {
  const [short, long] = left.key.length <= right.key.length ? [left, right] : [right, left]
  if (/^\p{L}$/u.test(short.key)) return long.key.length > 1 && long.key.startsWith(short.key)
  const parts = long.text.split(/[\s\p{Pd}]+/u)
  return parts.length > 1 && /^\p{Lu}+$/u.test(short.text) && short.key === firstLetters(parts)
}

const firstLetters = (words: string[]) => words.map((word) => foldWord(word).charAt(0)).join('')

/** Whether one word is a legal form and the other misspells it by one letter. */
export function isMisspeltForm(a: Word, b: Word): boolean {
  const [form, key] = a.form === undefined ? [b.form, a.key] : [a.form, b.key]
  return (
    form !== undefined &&
    (a.form === undefined) !== (b.form === undefined) &&
    misspeltForm(key, [form]) === form
  )
}

function wordSimilarity(a: Word, b: Word, exactOnly: boolean): number {
  if (a.text === b.text || a.key === b.key) return a.text === b.text ? 1 : 0.98
  if (exactOnly) return 0
  if (a.form !== undefined || b.form !== undefined) {
    if (a.form === undefined || b.form === undefined) return isMisspeltForm(a, b) ? 0.9 : 0
    return a.form === b.form ? 0.95 : 0.6
  }
  if (a.joiner && b.joiner) return 0.9
  if (sameLetters(a.text, b.text)) return 0.97
  if (isShortForm(a.key, b.key) || isSameNumber(a.key, b.key)) return 0.9
  if (a.joiner || b.joiner) return 0
  return isInitial(a, b) ? 0.7 : similarity(a.key, b.key)
}

function inOrder(scores: number[][], n: number, m: number): { columns: Pairing[]; score: number } {
  const best: number[][] = Array.from({ length: n + 1 }, () => new Array(m + 1).fill(0))
  const at = (i: number, j: number) => best[i]?.[j] ?? 0
  const pair = (i: number, j: number) => {
    const score = scores[i]?.[j] ?? 0
    return (score >= PAIR_FROM ? score : MISMATCH) + at(i + 1, j + 1)
  }
  for (let i = n; i >= 0; i--)
    for (let j = m; j >= 0; j--) {
      if (i === n && j === m) continue
      const row = best[i] as number[]
      row[j] = Math.max(
        i < n && j < m ? pair(i, j) : -Infinity,
        i < n ? at(i + 1, j) + GAP : -Infinity,
        j < m ? at(i, j + 1) + GAP : -Infinity,
      )
    }
  const columns: Pairing[] = []
  for (let i = 0, j = 0; i < n || j < m; ) {
    if (i < n && j < m && at(i, j) === pair(i, j)) columns.push({ a: i++, b: j++ })
    else if (i < n && at(i, j) === at(i + 1, j) + GAP) columns.push({ a: i++, b: null })
    else columns.push({ a: null, b: j++ })
  }
  return { columns, score: at(0, 0) }
}

/** Pairs the most similar words first, in any order; columns follow the order of the second name. */
function anyOrder(scores: number[][], n: number, m: number): { columns: Pairing[]; score: number } {
  const candidates = scores
    .flatMap((row, i) => row.map((score, j) => ({ score, i, j })))
    .filter(({ score }) => score >= PAIR_FROM)
    .sort((x, y) => y.score - x.score || Math.abs(x.i - x.j) - Math.abs(y.i - y.j) || x.i - y.i || x.j - y.j)
  const ofA = new Map<number, number>()
  const ofB = new Map<number, number>()
  let score = 0
  for (const { score: likest, i, j } of candidates) {
    if (ofA.has(i) || ofB.has(j)) continue
    ofA.set(i, j)
    ofB.set(j, i)
    score += likest
  }
  const columns: Pairing[] = Array.from({ length: m }, (_, j) => ({ a: ofB.get(j) ?? null, b: j }))
  for (let i = 0; i < n; i++) {
    if (ofA.has(i)) continue
    const before = i === 0 ? -1 : columns.findIndex((column) => column.a === i - 1)
    columns.splice(before + 1, 0, { a: i, b: null })
  }
  return { columns, score: score + GAP * (n + m - 2 * ofA.size) }
}
