/** Characters that control text direction or joining: invisible on paper, so they are spelled out. */
const INVISIBLE = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u

/**
 * Makes a text drawable in a font with missing glyphs: each missing or invisible character becomes its code point
 * in brackets, so that nothing disappears from evidence.
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
