/** What PostgreSQL cannot keep, or what turns the text around that stands beside it; line breaks and tabs may stay. */
const HOSTILE = /(?![\n\r\t])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u

/** Well-formed, without control characters, at most so long. */
export const isWritten = (text: string, longest = Number.POSITIVE_INFINITY): boolean =>
  text.length <= longest && text.isWellFormed() && !HOSTILE.test(text)
