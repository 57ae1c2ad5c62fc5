import { editDistance } from '@/lib/names/text/distance'
import { foldName } from '@/lib/names/text/fold'
import lexicon from './data/headers.json' with { type: 'json' }

/** How a header matches a phrase: completely, in part, or with a typing error. */
export type Reading = { meaning: Meaning; how: 'exact' | 'phrase' | 'near'; words: number }

/** Prénom(s), Mitarbeiter(in) */
const ENDING = /(?<=\p{L})\((?:s|e|es|a|n|en|in|x)\)/gu

/** I.B.A.N., B I C */
const SPELT_OUT = /(?<!\S)(?:\p{L} ){2,}\p{L}(?!\S)/gu

/** Longer headers are cut: the meaning is in the first words. */
const MAX_HEADER = 200

/** Normalises a header for the lexicon: lower case, no accents, one space for every other character. */
export function normaliseHeader(header: string): string {
  return foldName(header.slice(0, MAX_HEADER))
    .replace(ENDING, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(SPELT_OUT, (letters) => letters.replaceAll(' ', ''))
}

/** A header such as `PayeeName` or `OrgnlMsgId` as words. */
export const inWords = (header: string): string => header.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')

/** A header as it is written, such as `MwSt` and `KontoInhaber`, and as words, such as `AmountDue`. */
const formsOf = (header: string) => [normaliseHeader(header), normaliseHeader(inWords(header))] as const

/** Single words that change the meaning of any header are separate lists. */
const { own_words: OWN_WORDS, old_words: OLD_WORDS, kind_words: KIND_WORDS, ...others } = lexicon
/** Amounts and currencies are detected separately, because they say nothing about the other columns. */
const {
  amount_to_pay: TO_PAY,
  amount: AMOUNTS,
  amount_other_words: OTHER_AMOUNTS,
  currency: CURRENCY,
  ...phrases
} = others

export type Meaning = keyof typeof phrases

const PHRASES: { phrase: string; meaning: Meaning; words: number }[] = Object.entries(phrases).flatMap(
  ([meaning, all]) =>
    all.map((phrase) => ({ phrase, meaning: meaning as Meaning, words: phrase.split(' ').length })),
)
const BY_PHRASE = Map.groupBy(PHRASES, ({ phrase }) => phrase)

/** Meanings of columns that are never the account holder's. */
export const AVOIDED: readonly Meaning[] = ['own_account', 'own_name', 'bank_name', 'not_a_payee', 'bic']

/**
 * The possible meanings of a header, best first: whole headers, then the longest phrase inside the header, then a
 * spelling within two letters. When an unwanted meaning (own account, bank name, contact person) is as good as a wanted
 * one, only the unwanted one is returned. `near`: whether typing errors are allowed.
 */
export function readingsOf(header: string, near = true): Reading[] {
  const exact = wholeReadings(header)
  if (exact.length > 0) return exact
  const [joined, plain] = formsOf(header)
  if (joined === '') return []
  const inside = readings((phrase) => containsPhrase(plain, phrase), 'phrase')
  const found = inside.length > 0 || !near ? inside : readings((phrase) => isNear(plain, phrase), 'near')
  const longest = Math.max(0, ...found.map((reading) => reading.words))
  const best = found.filter((reading) => reading.words === longest)
  if (holdsOneOf(plain, OWN_WORDS)) return [{ meaning: 'own_account', how: 'phrase', words: 1 }]
  // "Recipient type", "Beneficiary country": about a person, but not a name
  if (holdsOneOf(plain, KIND_WORDS) && best.every(({ meaning }) => meaning.startsWith('name_'))) {
    return [{ meaning: 'other_text', how: 'exact', words: 1 }]
  }
  const avoided = best.filter((reading) => AVOIDED.includes(reading.meaning))
  return avoided.length > 0 ? avoided : found.sort((a, b) => b.words - a.words)
}

/** The meanings that the lexicon gives the whole header, in any of its forms: fast enough for every cell of a file. */
export const wholeReadings = (header: string): Reading[] =>
  [...new Set(formsOf(header))].flatMap((form) =>
    (BY_PHRASE.get(form) ?? []).map(({ meaning, words }) => ({ meaning, how: 'exact', words })),
  )

/** Every phrase with one of these meanings in normalised words, the longest first. */
export function phrasesIn(plain: string, meanings: readonly Meaning[]) {
  return PHRASES.filter(
    ({ phrase, meaning }) => meanings.includes(meaning) && containsPhrase(plain, phrase),
  ).sort((a, b) => b.words - a.words)
}

function containsPhrase(plain: string, phrase: string): boolean {
  return ` ${plain} `.includes(` ${phrase} `)
}

/** Whether the header marks an outdated column, such as "Ancien IBAN" beside "Nouvel IBAN". */
export function isOutdatedHeader(header: string): boolean {
  return formsOf(header).some((form) => holdsOneOf(form, OLD_WORDS))
}

/** How clearly a header names an amount to pay, from 0 (not at all) to 4; a limit, a balance or a tax is none. */
export function amountRank(header: string): number {
  const forms = formsOf(header)
  if (forms.some((form) => TO_PAY.includes(form))) return 4
  if (forms.some((form) => holdsOneOf(form, OTHER_AMOUNTS))) return 0
  if (forms.some((form) => containsOneOf(form, TO_PAY))) return 3
  if (forms.some((form) => AMOUNTS.includes(form))) return 2
  return forms.some((form) => containsOneOf(form, AMOUNTS)) ? 1 : 0
}

/** Whether a header names a currency column; `only`: and nothing else, as "Amount in foreign currency" does. */
export function saysCurrency(header: string, only = false): boolean {
  return formsOf(header).some((form) => (only ? CURRENCY.includes(form) : containsOneOf(form, CURRENCY)))
}

const containsOneOf = (plain: string, phrases: string[]) =>
  phrases.some((phrase) => containsPhrase(plain, phrase))

function holdsOneOf(plain: string, words: string[]): boolean {
  return plain.split(' ').some((word) => words.includes(word))
}

function readings(fits: (phrase: string) => boolean, how: Reading['how']): Reading[] {
  return PHRASES.filter(({ phrase }) => fits(phrase)).map(({ meaning, words }) => ({ meaning, how, words }))
}

/** A long header may differ in two letters, a short one in one; very short headers must be equal. */
function isNear(a: string, b: string): boolean {
  const length = Math.min(a.length, b.length)
  const allowed = length >= 7 ? 2 : length >= 4 ? 1 : 0
  return allowed > 0 && Math.abs(a.length - b.length) <= allowed && editDistance(a, b) <= allowed
}
