import { isUuid } from '@/lib/platform/uuid'
import { readFile } from '@/lib/tables/read/read-file'
import { type CheckedRow, rawCells } from '@/lib/tables/rows/rows'
import type { ColumnMap, ParsedTable, RowEdit, TableProblem } from '@/lib/tables/table'
import { writeCsv } from '@/lib/tables/write/write-csv'
import { FIX_ROW, FIX_UPLOAD } from '@/lib/uploads/fix-file'

/** Names the file of a row and how it is read, which decides about row numbers; never a number for a spreadsheet. */
const FILE = 'Accord file'
const fileMark = ({ sheet = '', sheets = [], headerRow }: ParsedTable, hash: string) =>
  `file-${hash.slice(0, 12)}-${sheets.indexOf(sheet) + 1}-${headerRow ?? 0}`

/** Rows as CSV for a spreadsheet: the file and row number, the columns of the file, and why they are not sent. */
export function rowsCsv(
  table: ParsedTable,
  hash: string,
  rows: CheckedRow[],
  reasonOf: (row: CheckedRow) => string,
  last: string,
): string {
  const width = Math.max(
    table.headers.length,
    ...rows.map((row) => table.records[row.number - 1]?.cells.length ?? 0),
  )
  const padded = (cells: string[]) => Array.from({ length: width }, (_, i) => cells[i] ?? '')
  const lines = rows.map((row) => [
    fileMark(table, hash),
    String(row.number),
    ...padded(table.records[row.number - 1]?.cells ?? []),
    reasonOf(row),
  ])
  return `\uFEFF${writeCsv([[FILE, FIX_ROW, ...padded(table.headers), last], ...lines])}`
}

/** The corrections in a fix file of this table, whose columns come in their places after the row number. */
export function correctionsIn(
  bytes: Uint8Array,
  table: ParsedTable,
  hash: string,
  map: ColumnMap,
): { edits: [number, RowEdit][] } | TableProblem {
  const fixed = readFile(bytes, { headerRow: 1 })
  if ('problem' in fixed) return fixed
  const at = fixed.headers.indexOf(FIX_ROW)
  const file = fixed.headers.indexOf(FILE)
  const mark = fileMark(table, hash)
  const isOurs = fixed.records.every(({ cells }) => cells[file] === mark || !cells[at]?.trim())
  const used = [map.iban ?? [], map.name, map.instead].flat()
  const isInPlace = used.every(
    (column) => wordsIn(fixed.headers[at + 1 + column]) === wordsIn(table.headers[column]),
  )
  if (at < 0 || !isOurs || !isInPlace) return { problem: 'header_not_found' }
  const edits: [number, RowEdit][] = []
  for (const { cells } of fixed.records) {
    const number = Number(cells[at])
    const record = table.records[number - 1]
    if (!record) continue
    const before = rawCells(record, map)
    const after = rawCells({ number, line: number, cells: cells.slice(at + 1) }, map)
    const edit: RowEdit = {}
    if (after.iban !== before.iban) edit.iban = after.iban
    if (after.name !== before.name) edit.name = after.name
    if (Object.keys(edit).length > 0) edits.push([number, edit])
  }
  return { edits }
}

/** A header as a spreadsheet may have saved it, with other line endings. */
const wordsIn = (header = ''): string => header.replace(/\s+/g, ' ')

/** The upload that this table corrects, when it is a fix file. */
export function completedUpload({ headers, records }: ParsedTable): string | null {
  const at = headers.indexOf(FIX_UPLOAD)
  const id = at < 0 ? undefined : records[0]?.cells[at]?.trim()
  return isUuid(id) ? id : null
}
