/** Characters that XML 1.0 can't contain, and lone surrogates: removed. */
const IMPOSSIBLE = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/** Text without the characters that XML can't contain. */
export const possibleText = (text: string): string => text.replace(IMPOSSIBLE, '')

/** Text for a cell of a workbook; `_x0041_` would be read as an escape of the format, so its underscore is escaped. */
export const cellText = (text: string): string =>
  possibleText(text)
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>\r]/g, (sign) => ESCAPES[sign] ?? sign)

/** Text for an attribute in double quotes. */
export const attributeText = (text: string): string =>
  possibleText(text).replace(/[&<>"\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`)
