/**
 * Characters inside an IBAN that carry no meaning: white space of every kind, hyphens and dashes, dots, soft
 * hyphens, zero-width characters, direction marks and the byte order mark. Direction overrides (U+202A to U+202E,
 * U+2066 to U+2069) are kept on purpose, so that they are rejected: they change what a reader sees.
 */
const SEPARATORS = /[\s\u0085\u00AD\u180E\u200B-\u200F\u2060-\u2064\uFEFF.\-\u2010-\u2015\u2212]+/g

/** A text in electronic form already, as in most files. */
const CLEAN = /^(?!IBAN)[0-9A-Z]*$/

const LOWER_CASE = /[a-z]+/g

/**
 * Converts an IBAN as typed, pasted or exported into its electronic form, ready for `checkIban`.
 *
 * Removes separators, a leading apostrophe, quotes, the spreadsheet form `="…"` and the word “IBAN” in front, and
 * converts ASCII letters to upper case. There is no compatibility folding (NFKC): full-width letters, Arabic
 * digits or a dotless ı are kept, so that they are rejected rather than guessed. Idempotent, never throws.
 */
export function cleanIban(raw: string): string {
  if (CLEAN.test(raw)) return raw
  const text = raw.replace(SEPARATORS, '')
  if (CLEAN.test(text)) return text
  return withoutWrapping(text.replace(LOWER_CASE, raiseAscii))
}

/** A search text as part of an IBAN: 4 or more letters and digits, at least one digit. Null for anything else. */
export function searchedIban(text: string): string | null {
  const compact = cleanIban(text)
  return /^(?=.*\d)[A-Z0-9]{4,34}$/.test(compact) ? compact : null
}

function raiseAscii(letters: string): string {
  return letters.toUpperCase()
}

const isApostrophe = (sign: string | undefined) => sign === "'" || sign === '’'

function withoutWrapping(text: string): string {
  let start = 0
  let end = text.length
  for (;;) {
    const quoted = end - 1 > start && text[end - 1] === '"'
    if (isApostrophe(text[start])) [start, end] = [start + 1, isApostrophe(text[end - 1]) ? end - 1 : end]
    else if (quoted && text.startsWith('="', start) && end - start > 2) [start, end] = [start + 2, end - 1]
    else if (quoted && text[start] === '"') [start, end] = [start + 1, end - 1]
    else if (text.startsWith('IBAN', start)) start += text[start + 4] === ':' ? 5 : 4
    else return text.slice(start, end)
  }
}
