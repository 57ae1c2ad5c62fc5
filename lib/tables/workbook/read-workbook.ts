import { LimitExceeded } from '@/lib/tables/budget'
import { findHeader, HEADER_WITHIN, isColumnTitle } from '@/lib/tables/columns/header'
import { looksLikeIban } from '@/lib/tables/looks-like'
import {
  emptyFile,
  isBlank,
  MAX_BYTES,
  MAX_RECORDS,
  type ParsedTable,
  type Rec,
  type TableNote,
  type TableOptions,
  type TableProblem,
} from '@/lib/tables/table'
import { BrokenXml } from '@/lib/tables/xml/read-xml'
import { readParts, type SheetPart, type Workbook } from './parts'
import { type Area, readSheet, type Sheet, SheetProblem, type SheetRow } from './sheet'
import { openZip, type ZipParts } from './zip'
import { BrokenZip } from './zip-directory'

/**
 * Reads an Excel workbook (.xlsx, ECMA-376) into the same table as text. Cells become the text they display; formulas
 * give their stored result. Reads the first visible sheet with IBANs unless `options.sheet` names one;
 * `options.headerRow` is a row of the sheet, null for none. What a cell's text doesn't show (formula, lost digits,
 * merged, number, hidden row) is in `traits`, `numbers`, `hidden` and `notes`. Never throws for content.
 */
export function readWorkbook(bytes: Uint8Array, options: TableOptions = {}): ParsedTable | TableProblem {
  const found = openSheet(bytes, options)
  return 'problem' in found ? found : tableOf(found, options)
}

/** One sheet of a workbook, and the file it is in. */
export type OpenSheet = { parts: ZipParts; workbook: Workbook; part: SheetPart; sheet: Sheet }

/** Finds and reads the sheet, or returns why that failed. */
export function openSheet(bytes: Uint8Array, options: TableOptions): OpenSheet | TableProblem {
  if (bytes.length > MAX_BYTES) return { problem: 'file_too_large' }
  if (isLockedZip(bytes)) return { problem: 'file_password' }
  try {
    const parts = openZip(bytes)
    if (parts.entries.some(({ encrypted }) => encrypted)) return { problem: 'file_password' }
    if (parts.find('xl/workbook.bin')) return { problem: 'file_old_excel' }
    const workbook = readParts(parts)
    if (!workbook) return { problem: 'file_type' }
    return chooseSheet(parts, workbook, options.sheet)
  } catch (error) {
    if (error instanceof SheetProblem || error instanceof LimitExceeded) return error.problem
    if (error instanceof BrokenZip || error instanceof BrokenXml) return { problem: 'file_damaged' }
    throw error
  }
}

/** The first entry of the zip is encrypted (bit 0 of its flags). */
function isLockedZip(bytes: Uint8Array): boolean {
  return bytes.length > 7 && ((bytes[6] ?? 0) & 1) === 1
}

function chooseSheet(parts: ZipParts, workbook: Workbook, wanted?: string): OpenSheet | TableProblem {
  const sheets = choosable(workbook)
  let filled: OpenSheet | undefined
  for (const part of sheets) {
    if (wanted !== undefined && part.name !== wanted) continue
    const xml = parts.text(part.path)
    if (xml === undefined) continue
    const open = { parts, workbook, part, sheet: readSheet(xml, workbook, parts.budget) }
    if (wanted !== undefined || open.sheet.rows.some(({ cells }) => cells.some(looksLikeIban))) return open
    if (!filled && open.sheet.rows.some(({ cells }) => !isBlank(cells))) filled = open
  }
  return filled ?? { problem: 'file_empty' }
}

function choosable({ sheets }: Workbook): SheetPart[] {
  const visible = sheets.filter(({ hidden }) => !hidden)
  return visible.length > 0 ? visible : sheets
}

function tableOf({ workbook, part, sheet }: OpenSheet, options: TableOptions): ParsedTable | TableProblem {
  const header = headerOf(sheet, options)
  const table: ParsedTable = {
    format: 'workbook',
    encoding: 'utf-8',
    bom: false,
    delimiter: ';',
    lineEnd: 'none',
    headerRow: header?.line ?? null,
    headers: header ? titlesOf(sheet, header) : [],
    ...(header && { above: rowsUpTo(sheet, header) }),
    records: [],
    sheet: part.name,
    sheets: choosable(workbook).map(({ name }) => name),
  }
  const covered = coveredCells(sheet.merged)
  const merged: number[] = []
  const hidden: number[] = []
  const data = dataRows(sheet, header)
  for (const row of data) {
    if (table.records.length === MAX_RECORDS) return { problem: 'too_many_rows' }
    const { line, cells } = row
    const traits = traitsOf(row, covered)
    table.records.push({
      number: table.records.length + 1,
      line,
      cells,
      ...(traits && { traits }),
      ...(row.numbers && { numbers: row.numbers }),
      ...(row.hidden && { hidden: true }),
    })
    if (row.hidden) hidden.push(line)
    if (covered.has(line)) merged.push(line)
  }
  const blank = blankLines(header, data)
  table.notes = notesOf({ hidden_rows: hidden, merged_rows: merged, blank_rows: blank })
  return table.records.length === 0 ? emptyFile(table) : table
}

/** The header as requested by row, or as detected among the first rows. */
export function headerOf({ rows, merged }: Sheet, { headerRow }: TableOptions): SheetRow | undefined {
  if (headerRow === null) return undefined
  if (headerRow !== undefined) return rows.find(({ line }) => line === headerRow)
  const filled = rows.filter(({ cells }) => !isBlank(cells)).slice(0, HEADER_WITHIN)
  const index = findHeader(filled.map(({ cells }) => cells))
  const header = index === null ? undefined : filled[index]
  if (!header) return undefined
  // a title beside a group of titles is merged down to their line
  const end = merged.reduce(
    (last, [from, to]) => (from.row === header.line ? Math.max(last, to.row) : last),
    0,
  )
  const below = filled.filter(({ line }) => line > header.line && line <= end)
  const isRest = below.every(({ cells }) => cells.every((cell) => cell.trim() === '' || isColumnTitle(cell)))
  return (isRest ? below.at(-1) : undefined) ?? header
}

/** The titles of the columns. That of a merged cell is in its first row. */
function titlesOf(sheet: Sheet, header: SheetRow): string[] {
  const titles = header.cells.map((cell) => cell.trim())
  const above = new Map(rowsUpTo(sheet, header).map(({ line, cells }) => [line, cells]))
  for (const [{ row, column }, to] of sheet.merged) {
    const title = row < header.line && to.row >= header.line ? above.get(row)?.[column]?.trim() : undefined
    if (title) titles[column] ||= title
  }
  return Array.from(titles, (title) => title ?? '')
}

const rowsUpTo = ({ rows }: Sheet, header: SheetRow): Rec[] =>
  rows
    .filter(({ line, cells }) => line <= header.line && !isBlank(cells))
    .map(({ line, cells, numbers }) => ({ number: 0, line, cells, ...(numbers && { numbers }) }))

/** Non-empty rows after the header. */
export function dataRows({ rows }: Sheet, header: SheetRow | undefined): SheetRow[] {
  const from = header?.line ?? 0
  return rows.filter(({ line, cells }) => line > from && !isBlank(cells))
}

/** Blank rows between the header and the last row of data. */
function blankLines(header: SheetRow | undefined, data: SheetRow[]): number[] {
  const lines: number[] = []
  let before = header?.line ?? (data[0]?.line ?? 1) - 1
  for (const { line } of data) {
    // a sheet may have a million blank rows between two: stop counting at the limit
    for (let blank = before + 1; blank < line && lines.length < MAX_RECORDS; blank++) lines.push(blank)
    before = line
  }
  return lines
}

const MAX_MERGED = 10_000

/** Row → columns whose text is in a row above, because a merged area covers them; the first ten thousand cells. */
function coveredCells(areas: Area[]): Map<number, Set<number>> {
  const covered = new Map<number, Set<number>>()
  let count = 0
  for (const [from, to] of areas) {
    for (let row = from.row + 1; row <= to.row; row++) {
      for (let column = from.column; column <= to.column; column++) {
        if (count === MAX_MERGED) return covered
        count += 1
        covered.set(row, (covered.get(row) ?? new Set()).add(column))
      }
    }
  }
  return covered
}

function traitsOf({ line, cells, traits }: SheetRow, covered: Map<number, Set<number>>) {
  const columns = covered.get(line)
  if (!columns) return traits
  const merged = [...columns].filter((column) => (cells[column] ?? '') === '')
  return { ...traits, ...Object.fromEntries(merged.map((column) => [column, 'merged' as const])) }
}

function notesOf(lines: Record<'hidden_rows' | 'merged_rows' | 'blank_rows', number[]>): TableNote[] {
  return (['hidden_rows', 'merged_rows', 'blank_rows'] as const)
    .filter((code) => lines[code].length > 0)
    .map((code) => ({ code, lines: lines[code] }))
}
