/**
 * Characters that PostgreSQL cannot store or that reverse the direction of adjacent text; line breaks and tabs are
 * allowed.
 */
const HOSTILE = /(?![\n\r\t])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u

/** On one line, without the characters that `isPlainLine` refuses: of a name that nobody typed. */
export const plainLineOf = (text: string): string =>
  text
    .replace(/[\n\r\t]+/g, ' ')
    .replace(new RegExp(HOSTILE, 'gu'), '')
    .trim()

/** Whether the text is well-formed, without control characters, and at most this long. */
export const isPlainText = (text: string, longest = Number.POSITIVE_INFINITY): boolean =>
  text.length <= longest && text.isWellFormed() && !HOSTILE.test(text)

/** The same for a text on one line. */
export const isPlainLine = (text: string, longest = Number.POSITIVE_INFINITY): boolean =>
  isPlainText(text, longest) && !/[\n\r\t]/.test(text)
