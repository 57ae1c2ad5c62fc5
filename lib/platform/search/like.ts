/** A text as LIKE takes it literally. */
export const likeLiteral = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)
