const SEPARATOR = /[\s\u00AD\u180E\u200B-\u200F\u2060-\u2064\uFEFF.\-\u2010-\u2015\u2212]/u

/**
 * The characters of an IBAN during typing: separators removed, a–z upper-cased. All others stay, so that the message
 * can name them.
 */
export const ibanCharacters = (text: string): string =>
  Array.from(text, (sign) =>
    SEPARATOR.test(sign) ? '' : /[a-z]/.test(sign) ? sign.toUpperCase() : sign,
  ).join('')

/** The caret position after `count` characters of a grouped IBAN. */
const placeAfter = (count: number): number => (count === 0 ? 0 : count + Math.floor((count - 1) / 4))

/**
 * Groups a typed IBAN by fours and keeps the caret after the same character.
 * @returns the new text and caret; `changed` is false when the text is grouped already
 */
export function groupTyped(text: string, caret: number): { text: string; caret: number; changed: boolean } {
  const signs = ibanCharacters(text)
  const grouped = signs.replace(/.{4}(?=.)/gsu, '$& ')
  return {
    text: grouped,
    caret: placeAfter(ibanCharacters(text.slice(0, caret)).length),
    changed: grouped !== text,
  }
}
