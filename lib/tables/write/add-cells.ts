import { BrokenXml, inPieces } from '@/lib/tables/xml/read-xml'

/** Added to the end of the n-th row (from 0, in the order in which rows end), in the prefix of its element. */
export type Markup = (row: number, prefix: string) => string | undefined

/** No tag of a workbook is longer; where one is only searched for its end, it is not searched again and again. */
const LONGEST_TAG = 1024 * 1024

/** What may hold `<` without a tag, and how it ends. */
const CLOSED_BY = { '<!--': '-->', '<![CDATA[': ']]>', '<?': '?>' }
const LONGEST_OPENING = '<![CDATA['.length

const NAME = /<\/?(?:([^\s:/>]*):)?([^\s/>]*)/y
const SPANS = /\sspans\s*=\s*(?:"[^"]*"|'[^']*')/

/**
 * Adds cells to the rows of a sheet, in one pass over its XML, which must be well formed. All else stays as it is, but
 * for what the sheet says of its own size (`dimension`, `spans`), which would be too small. Throws `BrokenXml` when the
 * sheet has another number of rows than expected.
 */
export function* addCells(xml: Iterable<string>, markup: Markup, rows: number): Generator<string> {
  const pass = new Pass(markup)
  for (const piece of inPieces(xml)) yield pass.take(piece)
  yield pass.left
  if (pass.rows !== rows) throw new BrokenXml('rows that were not read', 0)
}

class Pass {
  rows = 0
  /** What cannot be understood before more has come. */
  left = ''
  private until: string | null = null
  private readonly markup: Markup

  constructor(markup: Markup) {
    this.markup = markup
  }

  /** Takes the next piece; answers what is done. */
  take(piece: string): string {
    const text = this.left + piece
    let out = ''
    let from = 0
    const keep = (at: number) => {
      this.left = text.slice(at)
      if (this.left.length > LONGEST_TAG) throw new BrokenXml('a tag without end', 0)
      return out + text.slice(from, at)
    }
    for (let at = 0; ; ) {
      const next = this.until === null ? text.indexOf('<', at) : text.indexOf(this.until, at)
      if (next < 0) return keep(this.until === null ? text.length : startOfEnd(text, this.until, at))
      if (this.until !== null) {
        at = next + this.until.length
        this.until = null
        continue
      }
      const opening = text.slice(next, next + LONGEST_OPENING)
      if (opening.length < LONGEST_OPENING) return keep(next)
      const special = Object.entries(CLOSED_BY).find(([begin]) => opening.startsWith(begin))
      if (special) {
        this.until = special[1]
        at = next + special[0].length
        continue
      }
      NAME.lastIndex = next
      const [whole = '', prefix, name] = NAME.exec(text) ?? []
      at = next + whole.length
      if (at === text.length) return keep(next)
      if (name !== 'row' && name !== 'dimension') continue
      const end = endOfTag(text, at)
      if (end < 0) return keep(next)
      out += text.slice(from, next) + this.tag(text.slice(next, end), name, prefix)
      from = end
      at = end
    }
  }

  /** What stands instead of a tag of a row or of the size. */
  private tag(tag: string, name: string, prefix: string | undefined): string {
    if (name === 'dimension') return this.rows === 0 && tag.endsWith('/>') ? '' : tag
    if (!tag.startsWith('</') && !tag.endsWith('/>')) return tag.replace(SPANS, '')
    const row = this.rows++
    if (!tag.startsWith('</')) return tag
    return (this.markup(row, prefix === undefined ? '' : `${prefix}:`) ?? '') + tag
  }
}

/** Where the end of a comment may have begun at the end of a text. */
function startOfEnd(text: string, until: string, from: number): number {
  const at = text.indexOf(until.charAt(0), Math.max(from, text.length - until.length + 1))
  return at < 0 ? text.length : at
}

/** Behind the `>` of a tag; negative when it has not come yet. */
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
