import { createHash } from 'node:crypto'
import { matchNames } from '@/lib/names/match'
import { OTHER_COMPANIES, OTHER_PEOPLE, SECOND_NAMES } from './people'

const FORMS =
  's\\.? ?[àa] ?r\\.? ?l|s\\.?a\\.?s\\.?u?|e\\.?u\\.?r\\.?l|sci|gmbh|ag|kg|ohg|ug|e\\.?k|ltd|limited|plc|llp|trust|b\\.?v|n\\.?v|vof|s\\.?l\\.?u?|s\\.?r\\.?l|s\\.?p\\.?a|lda|oy|ab|aps|a/s|sp\\.? z o\\.?o|s\\.?r\\.?o|d\\.?o\\.?o|kft|inc|s\\.?a'
const LEGAL_FORM = new RegExp(`(?<=\\s)(?:${FORMS})\\.?$`, 'iu')
const COMPANY_WORD = new RegExp(
  `^(?:${FORMS})\\.?\\s|[&]|\\b(?:cabinet|association|mairie|groupe|transports?|garage|autohaus|services|holding)\\b`,
  'iu',
)

/** Whether the name looks like a company's, by a legal form or a typical word. A guess is enough here. */
export const looksLikeCompany = (name: string) => LEGAL_FORM.test(name.trim()) || COMPANY_WORD.test(name)

/** A number below `size` that is always the same for a text. */
const pick = (seed: string, size: number) => createHash('sha256').update(seed).digest().readUInt32BE(8) % size

const inCaseOf = (model: string, text: string) => (model === model.toUpperCase() ? text.toUpperCase() : text)

type Change = (name: string, seed: string) => string

/** Adds a second given name that the person does not use: Jean Dupont, registered as Jean Paul Dupont. */
const addSecondName: Change = (name, seed) => {
  const [first = '', ...rest] = name.split(' ')
  const second = SECOND_NAMES[pick(seed, SECOND_NAMES.length)] as string
  return [first, inCaseOf(name, second), ...rest].join(' ')
}

/** Replaces the given name by its initial. */
const toInitial: Change = (name) => {
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
const misspell: Change = (name, seed) => {
  const words = name.split(' ')
  const possible = words.flatMap((word, at) =>
    [...word].length < 4
      ? []
      : MISSPELLINGS.filter(([found]) => found.test(word.toLowerCase())).map((chosen) => ({
          at,
          word,
          chosen,
        })),
  )
  const one = possible[pick(seed, Math.max(1, possible.length))]
  if (!one) return name
  const written = one.word.toLowerCase().replace(...one.chosen)
  words[one.at] = one.word[0] === one.word[0]?.toLowerCase() ? written : capitals(written)
  return inCaseOf(name, words.join(' '))
}

/** Capitalises the first letter and those after a hyphen or an apostrophe. */
const capitals = (word: string) => word.replace(/(^|[-'’])(\p{L})/gu, (found) => found.toUpperCase())

/** Changes or removes the legal form. */
const otherLegalForm: Change = (name) =>
  /\bsarl$/iu.test(name) ? name.replace(/sarl$/iu, 'SAS') : name.replace(LEGAL_FORM, '').trim()

/** Adds a word that the company usually leaves out. */
const addWord: Change = (name, seed) => {
  const word = ['Services', 'Groupe', 'International', 'Distribution'][pick(seed, 4)] as string
  const form = LEGAL_FORM.exec(name)
  if (!form) return `${name} ${inCaseOf(name, word)}`
  return `${name.slice(0, form.index)}${inCaseOf(name, word)} ${form[0]}`
}

const PERSON: Change[] = [addSecondName, misspell, toInitial]
const COMPANY: Change[] = [otherLegalForm, misspell, addWord]
/** Used when no other change gives a close match: less likely in a real register, but possible for any name. */
const ANY: Change[] = [addSecondName, toInitial]

/**
 * A registered name that differs from `name` as in real registers, so that the bank reports a close match. The IBAN
 * chooses the change; if the matching rules don't see a close match in it, the next one is tried.
 */
export function closeVariant(name: string, iban: string): string {
  const changes = looksLikeCompany(name) ? COMPANY : PERSON
  const start = pick(iban, changes.length)
  for (const change of [...changes.slice(start), ...changes.slice(0, start), ...ANY]) {
    const variant = change(name, iban)
    if (variant !== name && matchNames(name, variant) === 'close_match') return variant
  }
  return name
}

/** Another holder's name: a person for a person, a company for a company. */
export function otherName(name: string, iban: string): string {
  const names = looksLikeCompany(name) ? OTHER_COMPANIES : OTHER_PEOPLE
  const start = pick(iban, names.length)
  for (let step = 0; step < names.length; step++) {
    const other = names[(start + step) % names.length] as string
    if (matchNames(name, other) === 'no_match') return inCaseOf(name, other)
  }
  return names[start] as string
}
