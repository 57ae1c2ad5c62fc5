import { decodeEntities } from './fold'

/** The characters of a word that are not letters: punctuation, white space and invisible ones. */
export const punctuationOf = (text: string): string => decodeEntities(text).replace(/[^\p{P}\p{Cf}\s]/gu, '')

/** A word without punctuation, white space and invisible characters. */
export const lettersOf = (text: string): string => decodeEntities(text).replace(/[\p{P}\p{Cf}\s]/gu, '')

/** The capitalisation of a word; empty without a letter that has both cases. */
export function capitalsOf(text: string): '' | 'none' | 'all' | 'first' | 'mixed' {
  const letters = lettersOf(text)
  const [lower, upper] = [letters.toLowerCase(), letters.toUpperCase()]
  if (lower === upper) return ''
  if (letters === lower) return 'none'
  const [first = '', ...rest] = Array.from(letters)
  const following = rest.join('')
  if (following === following.toLowerCase()) return 'first'
  return letters === upper || sharpS(letters) === upper ? 'all' : first === '' ? '' : 'mixed'
}

/** “GROß” counts as all capitals, because the capital ß is rarely used. */
const sharpS = (text: string) => text.replaceAll('ß', 'SS')
