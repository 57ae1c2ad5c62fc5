import { createHash } from 'node:crypto'
import { matchNames } from '@/lib/names/match'
import { OTHER_COMPANIES, OTHER_PEOPLE, SECOND_NAMES } from './people'

const LEGAL_FORM =
  /\b(s\.?a\.?r\.?l|s\.?a\.?s\.?u?|e\.?u\.?r\.?l|sci|gmbh|ag|kg|ohg|ug|ltd|limited|plc|llp|b\.?v|n\.?v|s\.?l\.?u?|s\.?r\.?l|s\.?p\.?a|lda|oy|ab|aps|a\/s|sp\.? z o\.?o|s\.?r\.?o|d\.?o\.?o|kft|inc|s\.?a)\b\.?$/iu

/** Whether a name reads like an organisation's: it ends with a legal form. A guess is enough here. */
export const looksLikeCompany = (name: string) => LEGAL_FORM.test(name.trim())

/** A number below `size` that always is the same for one text. */
const pick = (seed: string, size: number) => createHash('sha256').update(seed).digest().readUInt32BE(8) % size

const inCaseOf = (model: string, text: string) => (model === model.toUpperCase() ? text.toUpperCase() : text)

type Change = (name: string, seed: string) => string

/** A second given name that the person does not use: Jean Dupont, registered as Jean Paul Dupont. */
const addSecondName: Change = (name, seed) => {
  const [first = '', ...rest] = name.split(' ')
  const second = SECOND_NAMES[pick(seed, SECOND_NAMES.length)] as string
  return [first, inCaseOf(name, second), ...rest].join(' ')
}

/** The given name registered as its initial. */
const toInitial: Change = (name) => {
  const [first = '', ...rest] = name.split(' ')
  return [`${[...first][0] ?? ''}.`, ...rest].join(' ')
}

const longestWord = (words: string[]) =>
  words.reduce((best, word) => (word.length > best.length ? word : best), '')

/** One letter of the longest word written twice or once. */
const doubleLetter: Change = (name, seed) => {
  const words = name.split(' ')
  const word = longestWord(words)
  const letters = [...word]
  const twin = letters.findIndex((letter, at) => at > 0 && letter === letters[at - 1])
  if (twin > 0) letters.splice(twin, 1)
  else {
    const at = 1 + pick(seed, Math.max(1, letters.length - 2))
    letters.splice(at, 0, (letters[at] ?? letters[0] ?? '').toLowerCase())
  }
  return inCaseOf(name, words.map((other) => (other === word ? letters.join('') : other)).join(' '))
}

/** Letters that sound alike, exchanged in the longest word. */
const soundAlike: Change = (name, seed) => {
  const pairs: [RegExp, string][] = [
    [/i(?=.)/, 'y'],
    [/y(?=.)/, 'i'],
    [/ph/, 'f'],
    [/c(?=[aou])/, 'k'],
    [/k(?=[aou])/, 'c'],
    [/t$/, 'd'],
    [/d$/, 't'],
    [/e(?=r)/, 'a'],
  ]
  const words = name.split(' ')
  const word = longestWord(words)
  const fitting = pairs.filter(([found]) => found.test(word.toLowerCase()))
  const chosen = fitting[pick(seed, Math.max(1, fitting.length))]
  if (!chosen) return name
  const changed = word.toLowerCase().replace(chosen[0], chosen[1])
  const capital = changed.charAt(0).toUpperCase() + changed.slice(1)
  return inCaseOf(name, words.map((other) => (other === word ? capital : other)).join(' '))
}

/** The legal form registered differently, or not at all. */
const otherLegalForm: Change = (name) =>
  /\bsarl$/iu.test(name) ? name.replace(/sarl$/iu, 'SAS') : name.replace(LEGAL_FORM, '').trim()

/** A word the company's usual name leaves out. */
const addWord: Change = (name, seed) => {
  const word = ['Services', 'Groupe', 'International', 'Distribution'][pick(seed, 4)] as string
  const form = LEGAL_FORM.exec(name)
  if (!form) return `${name} ${inCaseOf(name, word)}`
  return `${name.slice(0, form.index)}${inCaseOf(name, word)} ${form[0]}`
}

const PERSON: Change[] = [addSecondName, soundAlike, doubleLetter, toInitial]
const COMPANY: Change[] = [otherLegalForm, soundAlike, addWord, doubleLetter]

/**
 * A registered name that differs from `name` as real records do, so that the bank finds a close match. The IBAN
 * chooses the change; where the rules of matching see more or less than a close match in it, the next is tried.
 */
export function closeVariant(name: string, iban: string): string {
  const changes = looksLikeCompany(name) ? COMPANY : PERSON
  const start = pick(iban, changes.length)
  for (let step = 0; step < changes.length; step++) {
    const change = changes[(start + step) % changes.length] as Change
    const variant = change(name, iban)
    if (variant !== name && matchNames(name, variant) === 'close_match') return variant
  }
  return name
}

/** The name of somebody else: a person for a person, a company for a company. */
export function otherName(name: string, iban: string): string {
  const names = looksLikeCompany(name) ? OTHER_COMPANIES : OTHER_PEOPLE
  const start = pick(iban, names.length)
  for (let step = 0; step < names.length; step++) {
    const other = names[(start + step) % names.length] as string
    if (matchNames(name, other) === 'no_match') return inCaseOf(name, other)
  }
  return names[start] as string
}
