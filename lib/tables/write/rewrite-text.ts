import { applyEdits, type Edit } from '@/lib/tables/bytes'
import { headerIndex, open } from '@/lib/tables/read/read'
import { type ColumnMap, isBlank, type TableOptions } from '@/lib/tables/table'
import { encode } from '@/lib/tables/text/encoding'
import { cellsAt, type TextSource } from '@/lib/tables/text/record'
import { cellStarts } from '@/lib/tables/text/scan'
import { flat, UnreadableOriginal } from './annotate'
import { type BytePlaces, bytePlaces } from './byte-places'
import { exactCell } from './write-csv'
import { inEncoding, nameCells } from './written-name'

/** What becomes of the rows of a table, by number. */
export type RowChanges = {
  keeps: (row: number) => boolean
  /** The new name of a row that is kept. */
  nameOf: (row: number) => string | undefined
  /** Called with a name that the file's encoding can't write as it is, as it was written. */
  onChanged?: (row: number, written: string) => void
}

const NOTHING = new Uint8Array()

/**
 * The same text without some of its rows and with other names in their name cells. Every other byte is the original's:
 * what is before the rows, blank lines, line endings, quotes and the encoding. A row is left out with its line ending.
 * Throws `UnreadableOriginal`.
 */
export function rewriteText(
  bytes: Uint8Array,
  options: TableOptions,
  map: ColumnMap,
  changes: RowChanges,
): Uint8Array<ArrayBuffer> {
  const source = open(bytes, options)
  if ('problem' in source) throw new UnreadableOriginal(source)
  const places = bytePlaces(bytes, source)
  const { starts } = places.found
  const edits: Edit[] = []
  const header = headerIndex(source, options)
  let number = 0
  for (let index = header === null ? source.first : header + 1; index < starts.length; index++) {
    const cells = cellsAt(source, index)
    if (isBlank(cells)) continue
    if (!changes.keeps(++number)) {
      const next = index + 1 < starts.length ? places.at(starts[index + 1] ?? 0) : bytes.length
      edits.push({ from: places.at(starts[index] ?? 0), to: next, bytes: NOTHING })
      continue
    }
    const name = changes.nameOf(number)
    if (name === undefined) continue
    const written = inEncoding(source.quotes ? name : flat(name, source.delimiter), source.encoding)
    if (written !== name) changes.onChanged?.(number, written)
    edits.push(...renamed({ source, places, index }, cells, map, written))
  }
  return applyEdits(bytes, edits)
}

type Row = { source: TextSource; places: BytePlaces; index: number }

/** The new contents of the name cells of a row; a cell that was quoted stays so. */
function renamed({ source, places, index }: Row, cells: string[], map: ColumnMap, name: string): Edit[] {
  const { delimiter, encoding } = source
  const { text, found } = places
  const start = found.starts[index] ?? 0
  const end = found.ends[index] ?? 0
  const starts = cellStarts(text, start, end, places.delimiter, source.quotes)
  const last = starts.length - 2
  const target = nameCells(cells, map)
  const put = (column: number, value: string): Edit => {
    const from = starts[column] ?? 0
    const isQuoted = source.quotes && text[from] === '"'
    const cell = encode(exactCell(value, delimiter, isQuoted), encoding)
    const to = column === last ? end : (starts[column + 1] ?? 0) - places.delimiterUnits
    return { from: places.at(from), to: places.at(to), bytes: cell }
  }
  return [put(target.column, name), ...target.emptied.map((column) => put(column, ''))]
}
