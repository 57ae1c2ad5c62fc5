/**
 * Characters that PostgreSQL cannot store or that reverse the direction of adjacent text; line breaks and tabs are
 * allowed.
 */
const HOSTILE = /(?![\n\r\t])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u

/** Is the text well-formed, without control characters, and at most this long? */
export const isPlainText = (text: string, longest = Number.POSITIVE_INFINITY): boolean =>
  text.length <= longest && text.isWellFormed() && !HOSTILE.test(text)

/** The same for a text on one line. */
export const isPlainLine = (text: string, longest = Number.POSITIVE_INFINITY): boolean =>
  isPlainText(text, longest) && !/[\n\r\t]/.test(text)
