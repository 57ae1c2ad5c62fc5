/** Signs that steer the direction or joining of text: invisible on paper, so they must be told. */
const INVISIBLE = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u

/**
 * A text as a font without all of its signs can show it: each missing or invisible sign becomes its code point in
 * brackets, so that nothing disappears from a document that proves something.
 */
export function drawable(text: string, has: (codePoint: number) => boolean): string {
  return Array.from(text, (sign) => {
    const codePoint = sign.codePointAt(0) as number
    if (sign === '\n') return sign
    if (has(codePoint) && !INVISIBLE.test(sign)) return sign
    if (/\p{Zs}/u.test(sign)) return ' '
    return `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`
  }).join('')
}
