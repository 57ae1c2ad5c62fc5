import { createHash } from 'node:crypto'
import { matchNames } from '@/lib/names/match'
import { OTHER_COMPANIES, OTHER_PEOPLE, SECOND_NAMES } from './people'

const LEGAL_FORMS =
  's\\.? ?[àa] ?r\\.? ?l|s\\.?a\\.?s\\.?u?|e\\.?u\\.?r\\.?l|sci|gmbh|ag|kg|ohg|ug|e\\.?k|ltd|limited|plc|llp|trust|b\\.?v|n\\.?v|vof|s\\.?l\\.?u?|s\\.?r\\.?l|s\\.?p\\.?a|lda|oy|ab|aps|a/s|sp\\.? z o\\.?o|s\\.?r\\.?o|d\\.?o\\.?o|kft|inc|s\\.?a'
const LEGAL_FORM = new RegExp(`(?<=\\s)(?:${LEGAL_FORMS})\\.?$`, 'iu')
const COMPANY_WORD = new RegExp(
  `^(?:${LEGAL_FORMS})\\.?\\s|[&]|\\b(?:cabinet|association|mairie|groupe|transports?|garage|autohaus|services|holding)\\b`,
  'iu',
)

/** Whether the name looks like a company's, by a legal form or a typical word. A guess is enough here. */
export const looksLikeCompany = (name: string) => LEGAL_FORM.test(name.trim()) || COMPANY_WORD.test(name)

/** A number below `size` that is always the same for a text. */
const hashBelow = (seed: string, size: number) =>
  createHash('sha256').update(seed).digest().readUInt32BE(8) % size

const withCaseOf = (model: string, text: string) =>
  model === model.toUpperCase() ? text.toUpperCase() : text

type NameChange = (name: string, seed: string) => string

/** Adds a second given name that the person does not use: Jean Dupont, registered as Jean Paul Dupont. */
const addSecondName: NameChange = (name, seed) => {
  const [first = '', ...rest] = name.split(' ')
  const second = SECOND_NAMES[hashBelow(seed, SECOND_NAMES.length)] as string
  return [first, withCaseOf(name, second), ...rest].join(' ')
}

const toInitial: NameChange = (name) => {
  const [first = '', ...rest] = name.split(' ')
  return [`${[...first][0] ?? ''}.`, ...rest].join(' ')
}

/** Common spelling mistakes: letters that sound alike, and consonants written once or twice. */
const MISSPELLINGS: [found: RegExp, written: string][] = [
  [/i(?=[ns]?$)/, 'y'],
  [/y$/, 'i'],
  [/ph/, 'f'],
  [/c(?=[aou])/, 'k'],
  [/k(?=[aou])/, 'c'],
  [/th/, 't'],
  [/t$/, 'd'],
  [/d$/, 't'],
  [/(?<=[aeiou])([flmnprst])\1(?=[aeiou]|$)/, '$1'],
  [/(?<=[aeiou])([flmnprst])(?=[aeiou])/, '$1$1'],
]

/** Makes one spelling mistake in a word of four letters or more, in the case of the name. */
const misspell: NameChange = (name, seed) => {
  const words = name.split(' ')
  const possible = words.flatMap((word, at) =>
    [...word].length < 4
      ? []
      : MISSPELLINGS.filter(([found]) => found.test(word.toLowerCase())).map((rule) => ({
          at,
          word,
          rule,
        })),
  )
  const misspelling = possible[hashBelow(seed, Math.max(1, possible.length))]
  if (!misspelling) return name
  const written = misspelling.word.toLowerCase().replace(...misspelling.rule)
  words[misspelling.at] =
    misspelling.word[0] === misspelling.word[0]?.toLowerCase() ? written : capitalise(written)
  return withCaseOf(name, words.join(' '))
}

/** Capitalises the first letter and those after a hyphen or an apostrophe. */
const capitalise = (word: string) => word.replace(/(^|[-'’])(\p{L})/gu, (found) => found.toUpperCase())

const otherLegalForm: NameChange = (name) =>
  /\bsarl$/iu.test(name) ? name.replace(/sarl$/iu, 'SAS') : name.replace(LEGAL_FORM, '').trim()

/** Adds a word that the company usually leaves out. */
const addWord: NameChange = (name, seed) => {
  const word = ['Services', 'Groupe', 'International', 'Distribution'][hashBelow(seed, 4)] as string
  const form = LEGAL_FORM.exec(name)
  if (!form) return `${name} ${withCaseOf(name, word)}`
  return `${name.slice(0, form.index)}${withCaseOf(name, word)} ${form[0]}`
}

const PERSON_CHANGES: NameChange[] = [addSecondName, misspell, toInitial]
const COMPANY_CHANGES: NameChange[] = [otherLegalForm, misspell, addWord]
/** Used when no other change gives a close match: less likely in a real register, but possible for any name. */
const FALLBACK_CHANGES: NameChange[] = [addSecondName, toInitial]

/**
 * A registered name that differs from `name` as in real registers, so that the bank reports a close match. The IBAN
 * chooses the change; if the matching rules don't see a close match in it, the next one is tried.
 */
export function closeVariant(name: string, iban: string): string {
  const changes = looksLikeCompany(name) ? COMPANY_CHANGES : PERSON_CHANGES
  const start = hashBelow(iban, changes.length)
  for (const change of [...changes.slice(start), ...changes.slice(0, start), ...FALLBACK_CHANGES]) {
    const variant = change(name, iban)
    if (variant !== name && matchNames(name, variant) === 'close_match') return variant
  }
  return name
}

/** Another holder's name: a person for a person, a company for a company. */
export function otherName(name: string, iban: string): string {
  const names = looksLikeCompany(name) ? OTHER_COMPANIES : OTHER_PEOPLE
  const start = hashBelow(iban, names.length)
  for (let step = 0; step < names.length; step++) {
    const other = names[(start + step) % names.length] as string
    if (matchNames(name, other) === 'no_match') return withCaseOf(name, other)
  }
  return names[start] as string
}
