import { BrokenXml, inPieces } from '@/lib/tables/xml/read-xml'

/** XML to append to the n-th row (from 0, in document order), with the prefix of its element. */
export type Markup = (row: number, prefix: string) => string | undefined

/** No tag of a workbook is longer; a longer one isn't searched for its end again and again. */
const LONGEST_TAG = 1024 * 1024

/** Constructs that may contain `<` without a tag, and their endings. */
const CLOSED_BY = Object.entries({ '<!--': '-->', '<![CDATA[': ']]>', '<?': '?>' })
const LONGEST_OPENING = '<![CDATA['.length

const SPANS = /\sspans\s*=\s*(?:"[^"]*"|'[^']*')/

/**
 * Adds cells to the rows of a sheet in one pass over its XML, which must be well formed. Everything else is unchanged,
 * except the declared size (`dimension`, `spans`), which would be too small. Throws `BrokenXml` when the sheet has
 * another number of rows than expected.
 */
export function* addCells(xml: Iterable<string>, markup: Markup, rows: number): Generator<string> {
  const pass = new Pass(markup)
  for (const piece of inPieces(xml)) yield pass.take(piece)
  yield pass.left
  if (pass.rows !== rows) throw new BrokenXml('rows that were not read', 0)
}

class Pass {
  rows = 0
  /** Incomplete input that needs more data. */
  left = ''
  private until: string | null = null
  private readonly markup: Markup

  constructor(markup: Markup) {
    this.markup = markup
  }

  /** Takes the next chunk and returns the finished output. */
  take(piece: string): string {
    const text = this.left + piece
    let out = ''
    let from = 0
    let at = 0
    for (;;) {
      if (this.until !== null) {
        const end = text.indexOf(this.until, at)
        if (end < 0) return out + this.keep(text, from, startOfEnd(text, this.until, at))
        at = end + this.until.length
        this.until = null
      }
      const next = text.indexOf('<', at)
      if (next < 0) return out + this.keep(text, from, text.length)
      if (next + LONGEST_OPENING > text.length) return out + this.keep(text, from, next)
      const special = specialAt(text, next)
      if (special) {
        this.until = special[1]
        at = next + special[0].length
        continue
      }
      const name = nameAt(text, next)
      if (name.end === text.length) return out + this.keep(text, from, next)
      at = name.end
      if (name.local !== 'row' && name.local !== 'dimension') continue
      at = endOfTag(text, name.end)
      if (at < 0) return out + this.keep(text, from, next)
      out += text.slice(from, next) + this.tag(text.slice(next, at), name)
      from = at
    }
  }

  private keep(text: string, from: number, at: number): string {
    this.left = text.slice(at)
    if (this.left.length > LONGEST_TAG) throw new BrokenXml('a tag without end', 0)
    return text.slice(from, at)
  }

  /** The replacement for the tag of a row or of the declared size. */
  private tag(tag: string, { local, prefix }: Name): string {
    if (local === 'dimension') return this.rows === 0 && tag.endsWith('/>') ? '' : tag
    if (!tag.startsWith('</') && !tag.endsWith('/>')) return tag.replace(SPANS, '')
    const row = this.rows++
    return tag.startsWith('</') ? (this.markup(row, prefix) ?? '') + tag : tag
  }
}

function specialAt(text: string, at: number): [string, string] | undefined {
  const sign = text.charAt(at + 1)
  if (sign !== '!' && sign !== '?') return undefined
  return CLOSED_BY.find(([opening]) => text.startsWith(opening, at))
}

/** `prefix` includes its colon; `local` is empty for names that are too short or too long to matter. */
type Name = { prefix: string; local: string; end: number }

const SLASH = 47
const COLON = 58
const ENDS_NAME = new Set([...'/> \t\r\n'].map((sign) => sign.charCodeAt(0)))

function nameAt(text: string, tag: number): Name {
  const start = text.charCodeAt(tag + 1) === SLASH ? tag + 2 : tag + 1
  let end = start
  let local = start
  for (; end < text.length && !ENDS_NAME.has(text.charCodeAt(end)); end++) {
    if (local === start && text.charCodeAt(end) === COLON) local = end + 1
  }
  const length = end - local
  if (length !== 'row'.length && length !== 'dimension'.length) return { prefix: '', local: '', end }
  return { prefix: text.slice(start, local), local: text.slice(local, end), end }
}

/** Where the end marker of a comment may begin at the end of a text. */
function startOfEnd(text: string, until: string, from: number): number {
  const at = text.indexOf(until.charAt(0), Math.max(from, text.length - until.length + 1))
  return at < 0 ? text.length : at
}

/** The position after the `>` of a tag; negative when it hasn't arrived yet. */
function endOfTag(text: string, from: number): number {
  let quote = ''
  for (let at = from; at < text.length; at++) {
    const sign = text.charAt(at)
    if (quote !== '') quote = sign === quote ? '' : quote
    else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '>') return at + 1
  }
  return -1
}
