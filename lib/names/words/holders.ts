import { foldWord } from '@/lib/names/text/fold'
import { isGivenName } from './given-names'
import { findLegalForms } from './legal-forms'
import { isTitle, titlesAtEnds } from './titles'
import { COMPANY_WORDS, HOLDER_SEPARATORS } from './words'

/**
 * Splits the name of a joint account into its holders: “Anna Rossi et Marco Bianchi”, “A. Roth en/of B. Roth”,
 * “Paul et Sophie Girard” (both get the shared family name).
 * Out: two or more names for a joint account of persons, otherwise the one name. Companies are never split.
 */
export function splitHolders(name: string): string[] {
  const words = name
    .replaceAll(/([&+;/])/gu, ' $1 ')
    .split(/\s+/u)
    .filter((word) => word !== '')
  const parts: string[][] = [[]]
  words.forEach((word, i) => {
    if (isSeparator(word, words[i + 1] ?? '')) parts.push([])
    else parts.at(-1)?.push(word)
  })
  const holders = parts.filter((part) => part.length > 0)
  if (holders.length < 2 || /\d/.test(name)) return [name]
  if (words.some((word) => COMPANY_WORDS.has(foldWord(word)))) return [name]
  if (findLegalForms(words).length > 0) return [name]
  const shared = shareFamilyName(holders)
  return shared.every((holder) => nameWords(holder) >= 2) ? shared.map((holder) => holder.join(' ')) : [name]
}

/** Whether a word can join holders; `splitHolders` decides whether it does here. */
export function mayJoinHolders(word: string): boolean {
  return HOLDER_SEPARATORS.has(word.toLowerCase()) || /^u\.?$/.test(word)
}

/** A single letter joins holders only before a given name or a title: “Ruiz y Luis Gil”, not “Ortega y Gasset”. */
function isSeparator(word: string, next: string): boolean {
  if (/^[&+;/]$/u.test(word) || /^u\.?$/.test(word)) return true
  const separates = HOLDER_SEPARATORS.has(word.toLowerCase())
  if (word.length === 1 && word !== word.toLowerCase() && next !== next.toUpperCase()) return false
  return separates && (word.length > 1 || isGivenName(foldWord(next)) || isTitle(foldWord(next), 'first', 1))
}

/** Number of words without titles; 0 for a name of titles only. */
function nameWords(words: string[]): number {
  const keys = words.map(foldWord).filter((key) => key !== '')
  const { first, last } = titlesAtEnds([...keys, 'x'])
  return Math.max(0, keys.length - first - last)
}

function shareFamilyName(holders: string[][]): string[][] {
  const family = holders.at(-1)?.at(-1)
  if (family === undefined || nameWords(holders.at(-1) ?? []) < 2) return holders
  return holders.map((holder) => (nameWords(holder) === 1 ? [...holder, family] : holder))
}
