import { csvLine } from '@/lib/tables/write/write-csv'

/** Columns of a fix-file that tell where a corrected row belongs; the same words in every language. */
export const FIX_ROW = 'Accord row'
export const FIX_UPLOAD = 'Accord upload'

/** The table that the rows are of; `cells`: of a row by its number. */
export type FixSource = { headers: string[]; cells: (row: number) => string[] | undefined }

/** `rows`: by number, with why each was not sent; `reason`: the header of that column. */
export type RowsToFix = { id: string; rows: { row: number; reason: string }[]; reason: string }

/** Rows that are written together. */
const TOGETHER = 500

/**
 * The rows of a table to correct, as CSV in pieces: their number, the upload, their own columns, and why they were not
 * sent. All rows get as many cells as the widest of them.
 */
export function* fixFileText(table: FixSource, { id, rows, reason }: RowsToFix): Generator<string> {
  const cellsOf = (row: number) => table.cells(row) ?? []
  const width = rows.reduce((most, { row }) => Math.max(most, cellsOf(row).length), table.headers.length)
  const line = (place: string[], cells: string[], why: string) =>
    `${csvLine([...place, ...cells], { width: place.length + width, lineEnd: '' })};${csvLine([why])}`
  yield `\uFEFF${line([FIX_ROW, FIX_UPLOAD], table.headers, reason)}`
  for (let from = 0; from < rows.length; from += TOGETHER) {
    const some = rows.slice(from, from + TOGETHER)
    yield some.map(({ row, reason: why }) => line([String(row), id], cellsOf(row), why)).join('')
  }
}
