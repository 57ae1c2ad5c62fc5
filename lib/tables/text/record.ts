import type { Rec } from '@/lib/tables/table'
import type { Decoded } from './encoding'
import { restoreCell } from './formula'
import { cellsOf, type Scan } from './scan'

/** A decoded file with the positions of its records, before its columns are known. */
export type TextSource = Decoded & {
  delimiter: string
  quotes: boolean
  found: Scan
  first: number
  cut: CellBounds
}

/**
 * Cached positions of the cells of one record, because the cells of a row are read one after the other. There is one
 * more start than cells; a cell ends one position before the next start.
 */
export type CellBounds = { index: number; count: number; starts: Int32Array }

/** The maximum number of cells plus one, for the end of the last. */
const CELLS = 1026

/** The cache before the first record was read. */
export const noCellBounds = (): CellBounds => ({ index: -1, count: 0, starts: new Int32Array(CELLS) })

/** The cells of a record, restored. */
export function cellsAt({ text, found, delimiter, quotes }: TextSource, index: number): string[] {
  const cells = cellsOf(text, found.starts[index] ?? 0, found.ends[index] ?? 0, delimiter, quotes)
  for (let i = 0; i < cells.length; i++) cells[i] = restoreCell(cells[i] as string)
  return cells
}

/** A record of a text. Its cells are split on access and not kept: most are read only once. */
export class TextRecord implements Rec {
  readonly number: number
  readonly line: number
  readonly source: TextSource
  readonly index: number
  constructor(source: TextSource, index: number, number: number, line: number) {
    this.source = source
    this.index = index
    this.number = number
    this.line = line
  }
  get cells(): string[] {
    return cellsAt(this.source, this.index)
  }
}

/** Reads one cell of a record without splitting the others; empty when the record is shorter. */
export function cellOf(record: Rec, column: number): string {
  if (!(record instanceof TextRecord)) return record.cells[column] ?? ''
  const cut = cellBoundsOf(record)
  if (cut === null) return record.cells[column] ?? ''
  const { count, starts } = cut
  if (column >= count) return ''
  return restoreCell(record.source.text.slice(starts[column] as number, (starts[column + 1] as number) - 1))
}

/** How many cells a record has. */
export function widthOf(record: Rec): number {
  const cut = record instanceof TextRecord ? cellBoundsOf(record) : null
  return cut === null ? record.cells.length : cut.count
}

/** The positions of the cells of an unquoted record, valid until another record is split; null for others. */
function cellBoundsOf(record: TextRecord): CellBounds | null {
  const { source, index } = record
  const { text, found, delimiter, cut } = source
  if (cut.index === index) return cut
  if (source.quotes && found.quoted[index]) return null
  const end = found.ends[index] as number
  const { starts } = cut
  const separator = delimiter.charCodeAt(0)
  cut.index = -1
  let count = 0
  let at = found.starts[index] as number
  starts[0] = at
  for (; at <= end; at++) {
    if (at < end && text.charCodeAt(at) !== separator) continue
    if (++count === starts.length) return null
    starts[count] = at + 1
  }
  cut.index = index
  cut.count = count
  return cut
}
