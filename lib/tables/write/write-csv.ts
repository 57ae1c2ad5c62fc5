import Papa from 'papaparse'
import { escapeFormula } from '@/lib/tables/text/formula'

export type CsvStyle = { delimiter?: string; lineEnd?: '\r\n' | '\n' | '\r' | ''; quoteAll?: boolean }

/**
 * Writes rows as CSV text, safe for spreadsheets and exact for `readTable`.
 *
 * What begins like a formula gets an apostrophe (`escapeFormula`), which our own reader removes. Cells with the
 * delimiter, quotes, line ends or outer spaces are quoted. Every row ends with the line end.
 */
export function writeCsv(rows: Iterable<readonly string[]>, style: CsvStyle = {}): string {
  const { delimiter = ';', lineEnd = '\r\n', quoteAll = false } = style
  const safe = Array.from(rows, (row) => row.map(escapeFormula))
  if (safe.length === 0) return ''
  return Papa.unparse(safe, { delimiter, newline: lineEnd, quotes: quoteAll }) + lineEnd
}

/** One row with its line ending, for streaming; `width`: pads with empty cells up to this number. */
export function csvLine(row: readonly string[], style: CsvStyle & { width?: number } = {}): string {
  const { delimiter = ';', lineEnd = '\r\n', quoteAll = false, width = 0 } = style
  const padding = delimiter.repeat(Math.max(0, width - row.length))
  return row.map((cell) => csvCell(cell, delimiter, quoteAll)).join(delimiter) + padding + lineEnd
}

const MUST_QUOTE = /["\r\n]|^\s|\s$/

/** One cell, protected against formulas, as in the files that people open. */
export const csvCell = (cell: string, delimiter: string, quoteAll = false): string =>
  exactCell(escapeFormula(cell), delimiter, quoteAll)

/** One cell with exactly this text, as a bank must read it in a file of payments. */
export function exactCell(cell: string, delimiter: string, quoteAll = false): string {
  const quoted = quoteAll || cell.includes(delimiter) || MUST_QUOTE.test(cell)
  return quoted ? `"${cell.replaceAll('"', '""')}"` : cell
}
