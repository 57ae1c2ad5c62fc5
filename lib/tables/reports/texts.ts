/** A Max105Text that is full goes on in the next one. */
const FULL = 105
const QUOTES = /^["“„”«»]\s*/u
const CLOSING = /\s*["“”«»]$/u
/** Begins with one of the codes: an explanation, never a bare name. */
const EXPLAINS = /^(?:RCVC|RVMC|RVCM|RVNM|RVNA|RVNC|PDNG)(?![A-Za-z0-9])/

/**
 * Joins the pieces of a long text: untrimmed, and only after a piece that is exactly full.
 * @returns the texts, fewer where pieces were joined
 */
function joinPieces(texts: readonly string[]): string[] {
  const joined: string[] = []
  let isOpen = false
  for (const text of texts) {
    if (isOpen) joined.push(`${joined.pop()}${text}`)
    else joined.push(text)
    isOpen = Array.from(text).length === FULL
  }
  return joined
}

/**
 * The name in the texts of a close match: the only text, without a leading quotation mark. Null when there are several,
 * when it's one of the texts above the lines, or when it explains a code.
 */
export function nameIn(texts: readonly string[], legend: ReadonlySet<string>): string | null {
  const joined = joinPieces(texts).filter((text) => text.trim() !== '')
  const [only] = joined
  if (only === undefined || joined.length > 1) return null
  const text = only.trim()
  if (legend.has(text) || EXPLAINS.test(text)) return null
  const name = QUOTES.test(text) ? text.replace(QUOTES, '').replace(CLOSING, '') : text
  return name === '' ? null : name
}
