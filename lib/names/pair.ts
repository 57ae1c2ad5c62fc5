import type { NameToken } from './prepare'
import { editDistance } from './text/distance'
import { mergeUmlautSpellings } from './text/fold'
import { phoneticKey } from './text/phonetic-key'
import { isNearGivenName } from './words/given-names'
import { isOtherNumber, isSameNumber } from './words/numbers'
import { COMPANY_WORDS, DIRECTIONS, isCutWithDot, isSameBody, isShortForm, PARTICLES } from './words/words'

/** How two words match, from equality to a weak hint, in order of preference. */
const RELATIONS = ['equal', 'short', 'number', 'body', 'sound', 'edit', 'near', 'initial', 'prefix'] as const
type Relation = (typeof RELATIONS)[number]

/** Two matching words: their indices and relation, with the number of edits for typing errors. */
export type WordMatch = { a: number; b: number; relation: Relation; edits: number }

/**
 * Pairs the words of two names one to one in any order, the most certain match first.
 * Out: the matches; words without a match are omitted.
 */
export function pairWords(a: NameToken[], b: NameToken[], company: boolean): WordMatch[] {
  const candidates: WordMatch[] = []
  a.forEach((left, i) => {
    b.forEach((right, j) => {
      const found = relate(left, right, company)
      if (found !== undefined) candidates.push({ a: i, b: j, ...found })
    })
  })
  candidates.sort((x, y) => rank(x) - rank(y) || Math.abs(x.a - x.b) - Math.abs(y.a - y.b))
  const usedA = new Set<number>()
  const usedB = new Set<number>()
  return candidates.filter((agreement) => {
    if (usedA.has(agreement.a) || usedB.has(agreement.b)) return false
    usedA.add(agreement.a)
    usedB.add(agreement.b)
    return true
  })
}

const rank = ({ relation, edits }: WordMatch) => RELATIONS.indexOf(relation) * 10 + edits

function relate(
  a: NameToken,
  b: NameToken,
  company: boolean,
): { relation: Relation; edits: number } | undefined {
  const relation = plainRelation(a, b, company)
  if (relation !== undefined) return { relation, edits: 0 }
  if (isOtherNumber(a.key, b.key)) return undefined
  if (soundsAlike(a.key, b.key)) return { relation: 'sound', edits: 1 }
  const edits = typingErrors(a.key, b.key, company)
  return edits === undefined ? weakRelation(a, b, company) : { relation: 'edit', edits }
}

function plainRelation(a: NameToken, b: NameToken, company: boolean): Relation | undefined {
  if (a.key === b.key) return 'equal'
  if ((a.twoSpellings || b.twoSpellings) && mergeUmlautSpellings(a.key) === mergeUmlautSpellings(b.key))
    return 'equal'
  if (isSameNumber(a.key, b.key)) return 'number'
  if (isShortForm(a.key, b.key)) return 'short'
  if (isCutWithDot(a.text, a.key, b.key) || isCutWithDot(b.text, b.key, a.key))
    return Math.min(a.key.length, b.key.length) >= 3 ? 'short' : 'initial'
  return company && isSameBody(a.key, b.key) ? 'body' : undefined
}

function weakRelation(
  a: NameToken,
  b: NameToken,
  company: boolean,
): { relation: Relation; edits: number } | undefined {
  const [short, long] = a.key.length <= b.key.length ? [a.key, b.key] : [b.key, a.key]
  if (isNearGivenName(short, long)) return { relation: 'near', edits: 0 }
  if (/^\p{L}$/u.test(short) && long.startsWith(short)) return { relation: 'initial', edits: 0 }
  const beginning = !company && short.length >= 3 && long.startsWith(short)
  return beginning ? { relation: 'prefix', edits: 0 } : undefined
}

/**
 * The edits between two words if few enough for a typing error: one up to seven letters, two from eight, none for
 * three letters. Numbers, places and known company words are never typing errors of each other, nor is a
 * different first letter in a company name.
 */
function typingErrors(a: string, b: string, company: boolean): number | undefined {
  const length = Math.max(a.length, b.length)
  const limit = length < 4 ? 0 : length < 8 ? 1 : 2
  if (limit === 0 || Math.abs(a.length - b.length) > limit) return undefined
  if (/^\d+$/.test(a) || /^\d+$/.test(b)) return undefined
  if (PARTICLES.has(a) || PARTICLES.has(b) || (DIRECTIONS.has(a) && DIRECTIONS.has(b))) return undefined
  const edits = editDistance(a, b)
  if (edits > limit) return undefined
  if (company && isOtherWord(a, b, edits)) return undefined
  return edits
}

/** Two spellings of one name: `Stephan` and `Stefan`, `Petroff` and `Petrov`. */
function soundsAlike(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < 3 || Math.abs(a.length - b.length) > 3 || /\d/.test(a + b)) return false
  return phoneticKey(a) === phoneticKey(b)
}

function isOtherWord(a: string, b: string, edits: number): boolean {
  if (a.slice(1) === b.slice(1)) return true
  return edits > 1 && COMPANY_WORDS.has(a) && COMPANY_WORDS.has(b)
}
