import { pairWords, type WordMatch } from './pair'
import { joinWords, type NameToken, type PreparedName, withMisspeltForm } from './prepare'
import { isGivenName } from './words/given-names'
import { SOLE_TRADER } from './words/legal-forms'
import { ARTICLES, COMPANY_WORDS, PARTICLES } from './words/words'

/** A bank's verdict on a name. */
export type NameMatch = 'match' | 'close_match' | 'no_match'

/** Two names with their matching words, and the unmatched ones of each side. */
type Sides = { a: NameToken[]; b: NameToken[]; agreements: WordMatch[]; leftA: number[]; leftB: number[] }

/** The maximum number of typing errors in two names together. */
const MAX_EDITS = 2

/**
 * Compares two prepared names: match, close match or no match. Names that only match once a misspelt legal form
 * is corrected are a close match.
 */
export function judge(left: PreparedName, right: PreparedName): NameMatch {
  const outcome = judgeWords(left, right)
  if (outcome !== 'no_match') return outcome
  const corrected = judgeWords(withMisspeltForm(left, right.forms), withMisspeltForm(right, left.forms))
  return corrected === 'no_match' ? 'no_match' : 'close_match'
}

function judgeWords(left: PreparedName, right: PreparedName): NameMatch {
  if (left.words.length === 0 || right.words.length === 0) return 'no_match'
  if (isOtherRegistration(left.registrations, right.registrations)) return 'no_match'
  const company = left.company || right.company
  const sides = toSides(joinWords(left.words, right.words), right.words, company)
  const outcome = company ? judgeCompany(sides, left, right) : judgePerson(sides, left, right)
  return outcome === 'match' && hasReservation(sides, left, right, company) ? 'close_match' : outcome
}

function isOtherRegistration(left: string[], right: string[]): boolean {
  return left.length > 0 && right.length > 0 && !left.some((number) => right.includes(number))
}

function toSides(a: NameToken[], others: NameToken[], company: boolean): Sides {
  const b = joinWords(others, a)
  const agreements = pairWords(a, b, company)
  const pairedA = new Set(agreements.map((agreement) => agreement.a))
  const pairedB = new Set(agreements.map((agreement) => agreement.b))
  const left = (words: NameToken[], paired: Set<number>) =>
    words.flatMap((word, i) => (paired.has(i) || isLight(word, i, company) ? [] : [i]))
  return { a, b, agreements, leftA: left(a, pairedA), leftB: left(b, pairedB) }
}

/** Words that may be missing: articles of a company, and particles, but not a person's first word. */
function isLight({ text, key }: NameToken, place: number, company: boolean): boolean {
  if (text.endsWith('.')) return false
  return company ? ARTICLES.has(key) || PARTICLES.has(key) : place > 0 && PARTICLES.has(key)
}

/** What downgrades a full match to a close one: a generation, a birth name, a particle, another legal form. */
function hasReservation(sides: Sides, left: PreparedName, right: PreparedName, company: boolean): boolean {
  if (left.suffixes.join() !== right.suffixes.join()) return true
  if (left.registrations.join() !== right.registrations.join()) return true
  if (isBareWord(sides.a, left, right)) return true
  const particles = sides.a.length + sides.b.length - 2 * sides.agreements.length
  if (!company && particles > 0) return true
  const [formA, formB] = [left.forms.at(-1), right.forms.at(-1)]
  if (formA !== undefined && formB !== undefined) return formA !== formB
  const form = formA ?? formB
  return form !== undefined && !SOLE_TRADER.has(form) && isPersonName(sides.a)
}

/**
 * Only one name has a legal form, and the rest hardly identifies the company: one common word, or at most one
 * distinctive word after a form at the start, which may be a word itself (“SPA Garden” is not “Garden”).
 */
function isBareWord(words: NameToken[], left: PreparedName, right: PreparedName): boolean {
  if (left.forms.length > 0 === right.forms.length > 0) return false
  const distinctive = words.filter(isDistinctive).length
  if (left.opened || right.opened) return distinctive <= 1
  return distinctive === 0 && words.length === 1
}

/** A person's name: the first word is a given name, and none is a typical word of companies. */
function isPersonName(words: NameToken[]): boolean {
  return isGivenName(words[0]?.key ?? '') && !words.some(({ key }) => COMPANY_WORDS.has(key))
}

function judgeCompany(sides: Sides, left: PreparedName, right: PreparedName): NameMatch {
  const { agreements, leftA, leftB } = sides
  if (leftA.length > 0 && leftB.length > 0) return 'no_match'
  if (totalEdits(agreements) > MAX_EDITS || agreements.length === 0) return 'no_match'
  const full = leftA.length + leftB.length === 0
  if (full && agreements.every(({ relation }) => relation === 'equal')) return 'match'
  const distinctive = agreements.some(
    ({ a, b, relation }) => isCertain(relation) && isDistinctive(sides.a[a]) && isDistinctive(sides.b[b]),
  )
  if (!distinctive) return full ? onlyCommon(sides) : 'no_match'
  return isHolderBehindCompany(sides, left, right) ? 'no_match' : 'close_match'
}

/** Names of only common words are a close match if a single word differs slightly. */
function onlyCommon({ agreements }: Sides): NameMatch {
  return agreements.filter(({ relation }) => relation !== 'equal').length === 1 ? 'close_match' : 'no_match'
}

/** A company named after a person is not that person: “Becker GmbH” and “Hans Becker”. */
function isHolderBehindCompany(
  { a, b, leftA, leftB }: Sides,
  left: PreparedName,
  right: PreparedName,
): boolean {
  const isPerson = (words: NameToken[], rest: number[], name: PreparedName) =>
    !name.company && rest.some((i) => isGivenName(words[i]?.key ?? ''))
  return isPerson(a, leftA, left) || isPerson(b, leftB, right)
}

function judgePerson(sides: Sides, left: PreparedName, right: PreparedName): NameMatch {
  const { agreements, leftA, leftB } = sides
  const core = agreements.filter(({ a }) => !PARTICLES.has(sides.a[a]?.key ?? ''))
  if ((leftA.length > 0 && leftB.length > 0) || totalEdits(core) > MAX_EDITS) return 'no_match'
  const full = leftA.length + leftB.length === 0
  if (full && agreements.every(({ relation }) => relation === 'equal')) return 'match'
  if (!isReliable(core)) return 'no_match'
  if (full) return 'close_match'
  const compound = left.words.length < right.words.length ? left.single : right.single
  if (core.length >= 2 && !compound) return isScattered(leftA) ? 'no_match' : 'close_match'
  return core.some((agreement) => isFamilyName(sides, agreement)) ? 'close_match' : 'no_match'
}

/** Requires one certain word match; only one may be a related given name or a prefix. */
function isReliable(core: WordMatch[]): boolean {
  const weak = core.filter(({ relation }) => relation === 'near' || relation === 'prefix')
  if (weak.length > 1) return false
  return core.some(({ relation }) => isCertain(relation))
}

/** Additional words at two places of the submitted name mean another person. */
function isScattered(places: number[]): boolean {
  return places.length > 1 && (places.at(-1) ?? 0) - (places[0] ?? 0) >= places.length
}

/** Only a family name matches, which is last or before a known given name: a close match. */
function isFamilyName({ a, b }: Sides, agreement: WordMatch): boolean {
  if (agreement.relation !== 'equal') return false
  const [words, place] = a.length > b.length ? [a, agreement.a] : [b, agreement.b]
  const core = words.filter(({ key }) => !PARTICLES.has(key))
  const [first, last, word] = [core[0], core.at(-1), words[place]]
  const reversed = !isGivenName(first?.key ?? '') && isGivenName(last?.key ?? '')
  return word === (reversed ? first : last)
}

const isCertain = (relation: WordMatch['relation']) =>
  !['near', 'initial', 'prefix', 'body'].includes(relation)
const isDistinctive = (word: NameToken | undefined) =>
  word !== undefined && !COMPANY_WORDS.has(word.key) && !PARTICLES.has(word.key) && !/^\d+$/.test(word.key)
const totalEdits = (agreements: WordMatch[]) => agreements.reduce((sum, { edits }) => sum + edits, 0)
