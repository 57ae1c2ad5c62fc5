import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { Budget } from '@/lib/tables/budget'

type Attributes = Record<string, string>
export type XmlEvents = {
  open?: (name: string, attributes: Attributes, line: number) => void
  text?: (text: string) => void
  close?: (name: string) => void
  /** the most characters of one tag, or of an element without elements */
  longest?: number
}

type BrokenPlace = {
  /** the innermost element there */
  element?: string | undefined
  /** the value there, as in the file: never shown, stored or logged as it is */
  raw?: string | undefined
  /** where the parser was, and where the last tag before it ended */
  at?: number
  after?: number
}

export class BrokenXml extends Error {
  readonly line: number
  readonly element: string | undefined
  readonly raw: string | undefined
  readonly at: number | undefined
  readonly after: number
  constructor(message: string, line: number, { element, raw, at, after = 0 }: BrokenPlace = {}) {
    super(message)
    this.line = line
    this.element = element
    this.raw = raw
    this.at = at
    this.after = after
  }
}

const PIECE = 128 * 1024
/** Workbooks, payment files and reports are less than twenty levels deep. */
export const MAX_DEPTH = 64
/** Characters of one tag, or of an element without elements, in a payment file. */
export const MAX_ELEMENT = 64 * 1024

/**
 * Parses XML in one pass, whole or in chunks, and reports elements by their local names. Refuses documents with a
 * DOCTYPE: neither workbooks nor payment files have one, and entity expansion is an attack. Throws `BrokenXml`, also
 * for more than 64 levels, and `LimitExceeded` when the budget is spent.
 */
export function readXml(
  xml: string | Iterable<string>,
  { open, text, close, longest = Number.POSITIVE_INFINITY }: XmlEvents,
  budget = new Budget(),
): void {
  const parser = new SaxesParser({ xmlns: false, position: true })
  const path: string[] = []
  let left: string | undefined
  let after = 0
  let [opened, leaf] = [0, false]
  const fail = (message: string): never => {
    // the parser leaves an element before it finds that another one was closed
    const element = message.endsWith('unexpected close tag.') ? left : path.at(-1)
    throw new BrokenXml(message, parser.line, { element, at: parser.position, after })
  }
  parser.on('error', (error) => fail(error.message))
  parser.on('doctype', () => fail('a document type is not allowed'))
  parser.on('opentagstart', ({ name }) => {
    opened = parser.position - name.length
  })
  parser.on('opentag', (tag: SaxesTagPlain) => {
    budget.element()
    after = parser.position
    leaf = true
    if (after - opened > longest) fail('a tag is too long')
    const name = local(tag.name)
    if (path.push(name) > MAX_DEPTH) fail('elements within too many others')
    open?.(name, tag.attributes, parser.line)
  })
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  parser.on('closetag', (tag: SaxesTagPlain) => {
    if (leaf && parser.position - after > longest) fail('an element is too long')
    leaf = false
    after = parser.position
    left = path.pop()
    close?.(local(tag.name))
  })
  for (const piece of inPieces(typeof xml === 'string' ? [xml] : xml)) {
    budget.references(piece)
    parser.write(piece)
  }
  parser.close()
}

/** Splits texts into chunks, so that parsing can stop between two of them; never splits a character. */
export function* inPieces(texts: Iterable<string>): Generator<string> {
  for (const text of texts) {
    for (let from = 0; from < text.length; ) {
      const end = from + PIECE
      const cutsSign = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800
      yield text.slice(from, cutsSign ? end - 1 : end)
      from = cutsSign ? end - 1 : end
    }
  }
}

/** The name without its prefix. */
export function local(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

/** An attribute by its local name. */
export function attribute(attributes: Attributes, name: string): string | undefined {
  if (name in attributes) return attributes[name]
  const key = Object.keys(attributes).find((each) => local(each) === name)
  return key === undefined ? undefined : attributes[key]
}
