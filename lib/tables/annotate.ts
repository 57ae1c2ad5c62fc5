import { headerIndex, isBlank, open, type TableOptions, type TableProblem } from './read'
import { byteOrderMark, decodeAs, type Encoding, encode, unitBytes } from './text/encoding'
import { cellsAt, type Source } from './text/record'
import { type Scan, scan } from './text/scan'
import { csvCell } from './writeCsv'

/** Bytes are handed on in pieces of about this size. */
const PIECE = 64 * 1024

export class UnreadableOriginal extends Error {
  readonly problem: TableProblem
  constructor(problem: TableProblem) {
    super(`the original file cannot be read: ${problem.problem}`)
    this.problem = problem
  }
}

/**
 * The original file with columns added, as pieces of bytes.
 *
 * Every byte of the original is in the output, in order: each line keeps its own bytes and its own line end, and the
 * new cells stand between. Data rows get `resultFor(row number, their cells)`, the header gets `addedHeaders`; blank lines, a
 * preamble and a `sep=` line stay as they are. Short rows are padded with delimiters, so that the new cells stand
 * under their headers. New cells use the delimiter, quoting and encoding of the file; a character that the encoding
 * does not have becomes “?” in the new cells only. `options` must be those the file was read with.
 * Throws `UnreadableOriginal` when the bytes are not a table.
 */
export function* annotateOriginal(
  bytes: Uint8Array,
  options: TableOptions,
  resultFor: (rowNumber: number, cells: string[]) => string[],
  addedHeaders: string[],
): Iterable<Uint8Array> {
  const source = open(bytes, options)
  if ('problem' in source) throw new UnreadableOriginal(source)
  const positions = bytePositions(bytes, source)
  const layout = layoutOf(source, options)
  let pieces: Uint8Array[] = []
  let size = 0
  let from = 0
  let number = 0
  for (const [index, end] of positions.entries()) {
    const role = layout.roles[index]
    if (role === undefined) continue
    const cells = role === 'header' ? addedHeaders : resultFor(++number, cellsAt(source, index))
    const added = addedBytes(cells, layout, index, source)
    pieces.push(bytes.subarray(from, end), added)
    size += end - from + added.length
    from = end
    if (size > PIECE) {
      yield joined(pieces, size)
      pieces = []
      size = 0
    }
  }
  pieces.push(bytes.subarray(from))
  yield joined(pieces, size + bytes.length - from)
}

type Layout = { roles: ('header' | 'row' | undefined)[]; widths: number[]; width: number; quoteAll: boolean }

/** Which records get cells, how many cells they have, and whether the file quotes everything. */
function layoutOf(source: Source, options: TableOptions): Layout {
  const header = headerIndex(source, options)
  const layout: Layout = { roles: [], widths: [], width: 0, quoteAll: false }
  let filled = 0
  let quoted = 0
  for (let index = header ?? source.first; index < source.found.starts.length; index++) {
    const cells = cellsAt(source, index)
    if (index !== header && isBlank(cells)) continue
    layout.roles[index] = index === header ? 'header' : 'row'
    layout.widths[index] = cells.length
    layout.width = Math.max(layout.width, cells.length)
    filled += 1
    if (source.quotes && isWrapped(source, index)) quoted += 1
  }
  layout.quoteAll = filled > 0 && quoted / filled > 0.9
  return layout
}

/** A record that begins and ends with a quote. */
function isWrapped({ text, found }: Source, index: number): boolean {
  const start = found.starts[index] ?? 0
  const end = found.ends[index] ?? 0
  return end - start > 1 && text[start] === '"' && text[end - 1] === '"'
}

function addedBytes(cells: string[], layout: Layout, index: number, source: Source): Uint8Array {
  const { delimiter, quotes, encoding } = source
  const padding = delimiter.repeat(layout.width - (layout.widths[index] ?? layout.width))
  const texts = cells.map((cell) =>
    quotes ? csvCell(cell, delimiter, layout.quoteAll) : csvCell(flat(cell, delimiter), delimiter),
  )
  return encode(padding + texts.map((text) => delimiter + text).join(''), encoding)
}

/** For files in which quotes are ordinary signs: nothing that would need quotes. */
function flat(cell: string, delimiter: string): string {
  return cell
    .replaceAll(delimiter, ' ')
    .replace(/["\r\n]+/g, ' ')
    .trim()
}

/** The byte at which each record ends, found by reading the bytes as units with the same grammar. */
function bytePositions(bytes: Uint8Array, source: Source): number[] {
  const unit = unitBytes(source.encoding)
  const units: Scan =
    unit === 2
      ? source.found
      : scan(decodeAs(bytes.subarray(source.bomLength), 'windows-1252'), source.delimiter, source.quotes)
  return units.ends.map((end) => source.bomLength + end * unit)
}

function joined(pieces: Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** Bytes of a new text file: the byte order mark where the encoding has one and it is wanted, then the text. */
export function textFile(text: string, encoding: Encoding, bom: boolean): Uint8Array {
  const mark = bom ? byteOrderMark(encoding) : new Uint8Array()
  const body = encode(text, encoding)
  return joined([mark, body], mark.length + body.length)
}
