import { escapeFormula } from '@/lib/tables/text/formula'

type LineStyle = { width?: number; lineEnd?: '\r\n' | '' }

/**
 * One row of a CSV file, safe for spreadsheets and exact for `readTable`. What begins like a formula gets an apostrophe
 * (`escapeFormula`), which our own reader removes. Cells with the delimiter, quotes, line ends or outer spaces are quoted.
 * @param style.width pads with empty cells up to this number
 */
export function csvLine(row: readonly string[], { width = 0, lineEnd = '\r\n' }: LineStyle = {}): string {
  const padding = ';'.repeat(Math.max(0, width - row.length))
  return row.map((cell) => csvCell(cell, ';')).join(';') + padding + lineEnd
}

/** Rows as CSV with semicolons, each cell protected as in `csvCell`. */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => csvLine(row)).join('')

const MUST_QUOTE = /["\r\n]|^\s|\s$/

/** One cell, protected against formulas, as in the files that people open. */
export const csvCell = (cell: string, delimiter: string, quoteAll = false): string =>
  exactCell(escapeFormula(cell), delimiter, quoteAll)

/** One cell with exactly this text, as a bank must read it in a file of payments. */
export function exactCell(cell: string, delimiter: string, quoteAll = false): string {
  const quoted = quoteAll || cell.includes(delimiter) || MUST_QUOTE.test(cell)
  return quoted ? `"${cell.replaceAll('"', '""')}"` : cell
}
