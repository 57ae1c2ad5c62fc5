import { findHeader, HEADER_WITHIN } from '@/lib/tables/columns/header'
import { ibanWithin, isIbanAlone } from '@/lib/tables/iban-within'
import { looksLikeName } from '@/lib/tables/looks-like'
import {
  emptyFile,
  isBlank,
  type LineEnd,
  MAX_BYTES,
  MAX_CELL,
  MAX_COLUMNS,
  MAX_RECORDS,
  type ParsedTable,
  type Rec,
  type TableOptions,
  type TableProblem,
} from '@/lib/tables/table'
import { guessDelimiter } from '@/lib/tables/text/delimiter'
import { decode } from '@/lib/tables/text/encoding'
import { foreignFile } from '@/lib/tables/text/kinds'
import { cellsAt, noCellBounds, TextRecord, type TextSource } from '@/lib/tables/text/record'
import { cellsOf, type Scan, scan } from '@/lib/tables/text/scan'

/**
 * Reads a CSV, TSV or similar file into a table. Encoding, delimiter, line endings, a `sep=` line, a preamble, a DATEV
 * record and the header are detected unless given in `options` (`headerRow`: physical line, null for none). Row numbers
 * ignore blank rows. Never throws for content: an unreadable file is returned as a `TableProblem`.
 */
export function readTable(bytes: Uint8Array, options: TableOptions = {}): ParsedTable | TableProblem {
  const source = open(bytes, options)
  return 'problem' in source ? source : collect(source, options)
}

/**
 * Decodes the file, detects the delimiter and finds the records. `first`: index of the first record after a `sep=`
 * line.
 */
export function open(bytes: Uint8Array, options: TableOptions): TextSource | TableProblem {
  if (bytes.length > MAX_BYTES) return { problem: 'file_too_large' }
  const foreign = foreignFile(bytes)
  if (foreign) return { problem: foreign }
  const decoded = decode(bytes, options.encoding)
  if (decoded === null) return { problem: 'encoding_undetermined' }
  const { text } = decoded
  if (text.includes('\0')) return { problem: 'csv_nul' }
  const named = /^"?sep=([^"\r\n])"?(?=[\r\n]|$)/i.exec(text)
  const delimiter = options.delimiter ?? named?.[1] ?? guessDelimiter(text)
  const first = named ? 1 : 0
  const cut = noCellBounds()
  const quoted = scan(text, delimiter, true)
  if (quoted.isFull) return { problem: 'too_many_rows' }
  if (quoted.brokenQuote === null) {
    const source = { ...decoded, delimiter, quotes: true, found: quoted, first, cut }
    const asked = options.delimiter !== undefined || named !== null
    return !asked && areTogether(source) ? { problem: 'columns_together' } : source
  }
  const plain = scan(text, delimiter, false)
  if (plain.isFull) return { problem: 'too_many_rows' }
  if (wrapsCells(text, delimiter, plain)) return { problem: 'csv_quotes', line: quoted.brokenQuote }
  return { ...decoded, delimiter, quotes: false, found: plain, first, cut }
}

/** Quotes are ordinary characters only where parsing them fails and no cell is wrapped in them. */
function wrapsCells(text: string, delimiter: string, { starts, ends }: Scan): boolean {
  return starts.some((start, i) =>
    cellsOf(text, start, ends[i] ?? start, delimiter, false).some((cell) => /^".*"$/.test(cell)),
  )
}

const LOOKED_AT = 50

/**
 * Most rows have name and IBAN in one cell (aligned by spaces, or whole lines in quotes), and none has its IBAN alone.
 */
function areTogether(source: TextSource): boolean {
  const filled = firstCells(source, LOOKED_AT).filter((cells) => !isBlank(cells))
  const together = filled.filter(([cell = '', ...others]) => holdsMore(cell) && !others.some(looksLikeName))
  return together.length * 2 > filled.length && !filled.some((cells) => cells.some(isIbanAlone))
}

/** The cells of the first records, as many as this. */
function firstCells(source: TextSource, most: number): string[][] {
  const { found, first } = source
  const length = Math.min(found.starts.length - first, most)
  return Array.from({ length }, (_, i) => cellsAt(source, first + i))
}

function holdsMore(cell: string): boolean {
  const { before = '', after = '' } = ibanWithin(cell) ?? {}
  return looksLikeName(before) || looksLikeName(after)
}

function collect(source: TextSource, options: TableOptions): ParsedTable | TableProblem {
  const { found, first } = source
  const header = headerIndex(source, options)
  const table: ParsedTable = { ...facts(source), headerRow: null, headers: [], records: [] }
  if (header !== null) {
    table.headerRow = found.lines[header] ?? null
    table.headers = cellsAt(source, header).map((cell) => cell.trim())
    table.above = recordsUpTo(source, header)
  }
  const wide = tooWide(table.headers, table.headerRow ?? 1)
  if (wide) return wide
  for (let i = header === null ? first : header + 1; i < found.starts.length; i++) {
    const problem = take(source, i, table)
    if (problem) return problem
  }
  return table.records.length === 0 ? emptyFile(table) : table
}

function recordsUpTo(source: TextSource, header: number): Rec[] {
  const { found, first } = source
  const lines = found.lines.slice(first, header + 1)
  return lines
    .map((line, i) => ({ number: 0, line, cells: cellsAt(source, first + i) }))
    .filter(({ cells }) => !isBlank(cells))
}

function take(source: TextSource, index: number, table: ParsedTable): TableProblem | undefined {
  const line = source.found.lines[index] ?? 0
  if (mayBeBlank(source, index) && isBlank(cellsAt(source, index))) return
  const wide = spanOf(source.found, index) < MAX_COLUMNS ? undefined : tooWide(cellsAt(source, index), line)
  if (wide) return wide
  if (table.records.length === MAX_RECORDS) return { problem: 'too_many_rows' }
  table.records.push(new TextRecord(source, index, table.records.length + 1, line))
}

/** A problem when a record has too many cells or a cell that is too long. */
export function tooWide(cells: string[], line: number): TableProblem | undefined {
  if (cells.length > MAX_COLUMNS) return { problem: 'too_many_columns', line }
  return cells.some((cell) => cell.length > MAX_CELL) ? { problem: 'cell_too_long', line } : undefined
}

/** A prefilter: a record that begins with a letter or a digit is not blank. */
function mayBeBlank({ text, found }: TextSource, index: number): boolean {
  const code = text.charCodeAt(found.starts[index] ?? 0)
  return !((code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122))
}

/** Index of the header record, as requested by line or as detected. */
export function headerIndex(source: TextSource, options: TableOptions): number | null {
  if (options.headerRow === null) return null
  if (options.headerRow !== undefined) {
    const index = source.found.lines.indexOf(options.headerRow)
    return index < source.first ? null : index
  }
  const header = findHeader(firstCells(source, HEADER_WITHIN))
  return header === null ? null : header + source.first
}

function spanOf(found: Scan, index: number): number {
  return (found.ends[index] ?? 0) - (found.starts[index] ?? 0)
}

function facts({ text, encoding, bom, delimiter, found }: TextSource) {
  return { format: 'text' as const, encoding, bom, delimiter, lineEnd: lineEndOf(text, found) }
}

function lineEndOf(text: string, { ends }: Scan): LineEnd {
  let seen: LineEnd = 'none'
  for (const end of ends) {
    if (end >= text.length || seen === 'mixed') break
    const here = text.charCodeAt(end) === 10 ? 'LF' : text.charCodeAt(end + 1) === 10 ? 'CRLF' : 'CR'
    seen = seen === 'none' || seen === here ? here : 'mixed'
  }
  return seen
}
