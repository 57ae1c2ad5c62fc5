import { csvLine } from '@/lib/tables/write/write-csv'

/** Columns of a correction file that identify the original row; the same in every language. */
export const FIX_ROW = 'Accord row'
export const FIX_UPLOAD = 'Accord upload'

/** The table of the original file; `cells`: those of a row by its number. */
export type FixSource = { headers: string[]; cells: (row: number) => string[] | undefined }

/** `rows`: the row numbers with the reason each was not sent; `reason`: the header of that column. */
export type RowsToFix = { id: string; rows: { row: number; reason: string }[]; reason: string }

/**
 * Which row of the upload `id` each row of a correction file corrects, by the columns that identify it. Leaves out rows
 * without a valid place there.
 */
export function correctedRows(
  { headers, id }: { headers: readonly string[]; id: string },
  rows: readonly [number, string[]][],
): [row: number, corrected: number][] {
  const [row, upload] = [headers.indexOf(FIX_ROW), headers.indexOf(FIX_UPLOAD)]
  return rows.flatMap(([number, cells]): [number, number][] => {
    const corrected = cells[row]?.trim() ?? ''
    return cells[upload]?.trim() === id && /^[1-9]\d{0,5}$/.test(corrected)
      ? [[number, Number(corrected)]]
      : []
  })
}

/** Rows per chunk. */
const TOGETHER = 500

/**
 * Writes the rows to correct as CSV chunks: row number, upload, their own columns and the reason. All rows are padded
 * to the width of the widest.
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
