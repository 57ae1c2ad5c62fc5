import { decodeEntities } from './fold'

/** The signs of a word that are no letters: punctuation, white space, invisible ones. */
export const signsOf = (text: string): string => decodeEntities(text).replace(/[^\p{P}\p{Cf}\s]/gu, '')

/** A word without them. */
export const lettersOf = (text: string): string => decodeEntities(text).replace(/[\p{P}\p{Cf}\s]/gu, '')

/** How a word uses capitals: none, all, only the first, or mixed; empty without a letter that has both forms. */
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

/** “GROß” is all capitals: few write the capital ß. */
const sharpS = (text: string) => text.replaceAll('ß', 'SS')
