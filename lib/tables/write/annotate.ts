import { concatBytes } from '@/lib/tables/bytes'
import { headerIndex, open, tooWide } from '@/lib/tables/read/read'
import { isBlank, MAX_RECORDS, type TableOptions, type TableProblem } from '@/lib/tables/table'
import { encode } from '@/lib/tables/text/encoding'
import { cellsAt, type TextSource } from '@/lib/tables/text/record'
import { bytePlaces } from './byte-places'
import { csvCell } from './write-csv'

/** The cells to add to a row, given its number and its own cells. */
export type AddedCells = (rowNumber: number, cells: string[]) => string[]

/** Approximate bytes per chunk of output. */
const PIECE = 16 * 1024

export class UnreadableOriginal extends Error {
  readonly problem: TableProblem
  constructor(problem: TableProblem) {
    super(`the original file cannot be read: ${problem.problem}`)
    this.problem = problem
  }
}

/**
 * Adds columns to delimited text and yields its bytes in chunks.
 * Every byte of the original is in the output, in order: each line keeps its bytes and its line ending, and the new
 * cells are inserted between. Data rows get `addedTo`, the header gets `addedHeaders`; blank
 * lines, a preamble and a `sep=` line are unchanged. Short rows are padded with delimiters to align the new cells. New
 * cells use the delimiter, quoting and encoding of the file; unsupported characters become "?" in new cells only.
 * `options` must be those the file was read with. Throws `UnreadableOriginal` when the bytes are not a table.
 */
export function* annotateText(
  bytes: Uint8Array,
  options: TableOptions,
  addedTo: AddedCells,
  addedHeaders: string[],
): Iterable<Uint8Array> {
  const source = open(bytes, options)
  if ('problem' in source) throw new UnreadableOriginal(source)
  const { found, at } = bytePlaces(bytes, source)
  const layout = layoutOf(source, options)
  let pieces: Uint8Array[] = []
  let size = 0
  let from = 0
  let number = 0
  for (let index = 0; index < source.found.starts.length; index++) {
    const role = layout.roles[index]
    if (role === NEITHER) continue
    const end = at(found.ends[index] ?? 0)
    const cells = role === HEADER ? addedHeaders : addedTo(++number, cellsAt(source, index))
    const added = encode(addedText(cells, layout, index, source), source.encoding)
    pieces.push(bytes.subarray(from, end), added)
    size += end - from + added.length
    from = end
    if (size <= PIECE) continue
    yield concatBytes(pieces)
    pieces = []
    size = 0
  }
  yield concatBytes([...pieces, bytes.subarray(from)])
}

/** Typed arrays with one entry per record, for files of 100,000 rows. */
type Layout = { roles: Uint8Array; widths: Uint16Array; width: number; quoteAll: boolean }
const NEITHER = 0
const HEADER = 1
const ROW = 2

/**
 * Which records get cells, how many cells they have, and whether the file quotes everything. Refuses what the reader
 * refuses, because every short row is padded to the width of the widest.
 */
function layoutOf(source: TextSource, options: TableOptions): Layout {
  const header = headerIndex(source, options)
  const records = source.found.starts.length
  const layout: Layout = {
    roles: new Uint8Array(records),
    widths: new Uint16Array(records),
    width: 0,
    quoteAll: false,
  }
  let rows = 0
  let filled = 0
  let quoted = 0
  for (let index = header ?? source.first; index < records; index++) {
    const cells = cellsAt(source, index)
    if (index !== header && isBlank(cells)) continue
    const wide = tooWide(cells, source.found.lines[index] ?? 0)
    if (wide) throw new UnreadableOriginal(wide)
    if (index !== header && ++rows > MAX_RECORDS) throw new UnreadableOriginal({ problem: 'too_many_rows' })
    layout.roles[index] = index === header ? HEADER : ROW
    layout.widths[index] = cells.length
    layout.width = Math.max(layout.width, cells.length)
    filled += 1
    if (source.quotes && isWrapped(source, index)) quoted += 1
  }
  layout.quoteAll = filled > 0 && quoted / filled > 0.9
  return layout
}

/** Whether the record begins and ends with a quote. */
function isWrapped({ text, found }: TextSource, index: number): boolean {
  const start = found.starts[index] ?? 0
  const end = found.ends[index] ?? 0
  return end - start > 1 && text[start] === '"' && text[end - 1] === '"'
}

function addedText(cells: string[], layout: Layout, index: number, source: TextSource): string {
  const { delimiter, quotes } = source
  const padding = delimiter.repeat(layout.width - (layout.widths[index] ?? layout.width))
  const texts = cells.map((cell) =>
    quotes ? csvCell(cell, delimiter, layout.quoteAll) : csvCell(flat(cell, delimiter), delimiter),
  )
  return padding + texts.map((text) => delimiter + text).join('')
}

/** For files in which quotes are ordinary characters: removes everything that would need quotes. */
export function flat(cell: string, delimiter: string): string {
  return cell
    .replaceAll(delimiter, ' ')
    .replace(/["\r\n]+/g, ' ')
    .trim()
}
