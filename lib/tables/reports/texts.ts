import { NAME_CODES } from './report'

/** Max105Text of ISO 20022: a longer text is continued in the next element. */
const FULL = 105
/** Some banks write one before the name. Quotation marks of the name itself come in pairs. */
const LONE_QUOTE = /^["“„”«»]\s*(?=[^"“„”«»]*$)/u
/** A text that begins with a code explains that code, and isn't a name. */
const EXPLAINS = new RegExp(`^(?:${[...NAME_CODES, 'PDNG'].join('|')})(?![A-Za-z0-9])`)

/** Joins the pieces of long texts. A piece is continued in the next one only if it has exactly 105 characters. */
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
 * The bank's name in the texts of a close match: the only text, without a lone quotation mark before it. Null if there are
 * several texts, or if the text is also in the legend or explains a code.
 */
export function nameIn(texts: readonly string[], legend: ReadonlySet<string>): string | null {
  const joined = joinPieces(texts).filter((text) => text.trim() !== '')
  const [only] = joined
  if (only === undefined || joined.length > 1) return null
  const text = only.trim()
  if (legend.has(text) || EXPLAINS.test(text)) return null
  return text.replace(LONE_QUOTE, '') || null
}
