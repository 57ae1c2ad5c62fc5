import 'server-only'
import type { Actor } from '@/lib/auth/roles'
import { Refusal } from '@/lib/platform/refusal'
import { type ColumnMap, MAX_BYTES, MAX_COLUMNS } from '@/lib/tables/table'
import { csvLine } from '@/lib/tables/write/write-csv'
import { FIX_ROW, FIX_UPLOAD } from '@/lib/uploads/fix-file'
import { findOriginalTable, originalCells } from '@/lib/uploads/original.server'
import type { RetryRow } from '@/lib/uploads/retry/rows.server'
import type { UploadHead } from '@/lib/uploads/wire'

export type RetryFile = Pick<UploadHead, 'table' | 'map'> & { bytes: Buffer }

const TABLE: UploadHead['table'] = {
  format: 'text',
  encoding: 'utf-8',
  delimiter: ';',
  headerRow: 1,
  lineEnd: 'CRLF',
  bom: true,
}
/** The columns for the row's number in the first file, and the ID of that upload. */
const PLACE = [FIX_ROW, FIX_UPLOAD]

/** The source of each row's cells; undefined for a row that wasn't requested. */
export type RetryColumns = {
  headers: string[]
  map: ColumnMap
  cells: (row: RetryRow) => string[] | undefined
}

/**
 * Writes the file of a retry: the rows' own columns from the first file, preceded by their original position. Where that
 * would be more than a file may have: IBAN, name and reference as they were checked.
 */
export function retryFile(id: string, rows: RetryRow[], columns: RetryColumns): RetryFile {
  const whole = widthOf(rows, columns) <= MAX_COLUMNS ? fileWith(id, rows, columns) : null
  return whole && whole.bytes.length <= MAX_BYTES ? whole : fileWith(id, rows, checkedColumns())
}

const widthOf = (rows: RetryRow[], { headers, cells }: RetryColumns): number =>
  PLACE.length + rows.reduce((most, row) => Math.max(most, cells(row)?.length ?? 0), headers.length)

function fileWith(id: string, rows: RetryRow[], columns: RetryColumns): RetryFile {
  const { headers, map, cells } = columns
  const style = { width: widthOf(rows, columns) }
  const named = [...PLACE, ...headers]
  const allHeaders = Array.from({ length: style.width }, (_, i) => named[i] ?? '')
  const lines = rows.map((row) => csvLine([String(row.row), id, ...(cells(row) ?? [])], style))
  const bytes = Buffer.from(`\uFEFF${csvLine(allHeaders)}${lines.join('')}`)
  return { table: TABLE, map: shiftColumns(map, PLACE.length), bytes }
}

/**
 * Reads the columns of these rows from the first file, before any lock is taken. When that file is gone or can't be
 * read: IBAN, name and reference as they were checked.
 */
export async function retryColumns(id: string, rows: RetryRow[], actor: Actor): Promise<RetryColumns> {
  try {
    const original = await findOriginalTable(id, actor)
    const { headers, cells } = await originalCells(original, rows)
    return { headers, map: original.reading.map, cells: ({ row }) => cells.get(row) }
  } catch (error) {
    if (error instanceof Refusal && WITHOUT_FILE.includes(error.code)) return checkedColumns()
    throw error
  }
}

const WITHOUT_FILE = ['original_gone', 'original_unreadable']

const checkedColumns = (): RetryColumns => ({
  headers: ['IBAN', 'Name', 'Reference'],
  map: { iban: 0, name: [1], instead: [], reference: 2, note: null },
  cells: ({ iban, name, reference }) => [iban, name, reference ?? ''],
})

function shiftColumns({ iban, name, instead, reference, note }: ColumnMap, by: number): ColumnMap {
  const one = (column: number | null) => (column === null ? null : column + by)
  const all = (columns: number[]) => columns.map((column) => column + by)
  return {
    iban: one(iban),
    name: all(name),
    instead: all(instead),
    reference: one(reference),
    note: one(note),
  }
}
