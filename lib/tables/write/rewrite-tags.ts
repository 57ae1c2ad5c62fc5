import { BrokenXml, inPieces } from '@/lib/tables/xml/read-xml'
import { tagEnd } from '@/lib/tables/xml/scan'

/** `prefix` includes its colon; `local` is empty for names of other lengths than those wanted. */
export type TagName = { prefix: string; local: string; end: number }

/** What to write in place of a tag, and of everything between two of them. */
export type TagWriter = { tag: (text: string, name: TagName) => string; between: (text: string) => string }

/** No tag of a workbook is longer; a longer one isn't searched for its end again and again. */
const LONGEST_TAG = 1024 * 1024

/** Constructs that may contain `<` without a tag, and their endings. */
const CLOSED_BY = Object.entries({ '<!--': '-->', '<![CDATA[': ']]>', '<?': '?>' })
const LONGEST_OPENING = '<![CDATA['.length

/**
 * Copies XML, which must be well formed, in one pass; the tags with these local names, and what is between them, are
 * written by `writer`. Throws `BrokenXml` for a tag without end.
 */
export function* rewriteTags(
  xml: Iterable<string>,
  names: readonly string[],
  writer: TagWriter,
): Generator<string> {
  const pass = new Pass(new Set(names), writer)
  for (const piece of inPieces(xml)) yield pass.take(piece)
  yield writer.between(pass.left)
}

class Pass {
  /** Incomplete input that needs more data. */
  left = ''
  private until: string | null = null
  private readonly names: ReadonlySet<string>
  private readonly lengths: ReadonlySet<number>
  private readonly writer: TagWriter

  constructor(names: ReadonlySet<string>, writer: TagWriter) {
    this.names = names
    this.lengths = new Set(Array.from(names, ({ length }) => length))
    this.writer = writer
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
      const name = nameAt(text, next, this.lengths)
      if (name.end === text.length) return out + this.keep(text, from, next)
      at = name.end
      if (!this.names.has(name.local)) continue
      at = tagEnd(text, name.end)
      if (at < 0) return out + this.keep(text, from, next)
      out += this.writer.between(text.slice(from, next)) + this.writer.tag(text.slice(next, at), name)
      from = at
    }
  }

  private keep(text: string, from: number, at: number): string {
    this.left = text.slice(at)
    if (this.left.length > LONGEST_TAG) throw new BrokenXml('a tag without end', 0)
    return this.writer.between(text.slice(from, at))
  }
}

function specialAt(text: string, at: number): [string, string] | undefined {
  const sign = text.charAt(at + 1)
  if (sign !== '!' && sign !== '?') return undefined
  return CLOSED_BY.find(([opening]) => text.startsWith(opening, at))
}

const SLASH = 47
const COLON = 58
const ENDS_NAME = new Set([...'/> \t\r\n'].map((sign) => sign.charCodeAt(0)))

function nameAt(text: string, tag: number, lengths: ReadonlySet<number>): TagName {
  const start = text.charCodeAt(tag + 1) === SLASH ? tag + 2 : tag + 1
  let end = start
  let local = start
  for (; end < text.length && !ENDS_NAME.has(text.charCodeAt(end)); end++) {
    if (local === start && text.charCodeAt(end) === COLON) local = end + 1
  }
  if (!lengths.has(end - local)) return { prefix: '', local: '', end }
  return { prefix: text.slice(start, local), local: text.slice(local, end), end }
}

/** Where the end marker of a comment may begin at the end of a text. */
function startOfEnd(text: string, until: string, from: number): number {
  const at = text.indexOf(until.charAt(0), Math.max(from, text.length - until.length + 1))
  return at < 0 ? text.length : at
}
