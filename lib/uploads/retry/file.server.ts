import 'server-only'
import type { Actor } from '@/lib/auth/roles'
import { Refusal } from '@/lib/platform/refusal'
import { readFile } from '@/lib/tables/read/read-file'
import type { ColumnMap } from '@/lib/tables/table'
import { csvLine } from '@/lib/tables/write/write-csv'
import { FIX_ROW, FIX_UPLOAD } from '@/lib/uploads/fix-file'
import { readOriginal } from '@/lib/uploads/original.server'
import type { RetryRow } from '@/lib/uploads/retry/rows.server'
import type { UploadHead } from '@/lib/uploads/wire'

export type RetryFile = Pick<UploadHead, 'table' | 'map' | 'headers' | 'edited'> & { bytes: Buffer }

const TABLE: UploadHead['table'] = {
  format: 'text',
  encoding: 'utf-8',
  delimiter: ';',
  headerRow: 1,
  lineEnd: 'CRLF',
  bom: true,
}
/** The row's number in the first file, and that upload. */
const PLACE = [FIX_ROW, FIX_UPLOAD]

/**
 * The file of a run that tries rows again: their own columns as they stood in the first file, preceded by where they
 * stood. When that file is gone: IBAN, name and reference as they were checked.
 */
export async function retryFile(id: string, rows: RetryRow[], actor: Actor): Promise<RetryFile> {
  const { headers, map, cells, edited } = (await ownColumns(id, actor)) ?? checkedColumns()
  const width = rows.reduce((most, row) => Math.max(most, cells(row).length), headers.length)
  const padded = (given: string[]) => Array.from({ length: width }, (_, i) => given[i] ?? '')
  const allHeaders = [...PLACE, ...padded(headers)]
  const lines = [allHeaders, ...rows.map((row) => [String(row.row), id, ...padded(cells(row))])]
  const text = lines.map((line) => csvLine(line)).join('')
  return {
    table: TABLE,
    map: moved(map, PLACE.length),
    headers: allHeaders,
    ...(edited && { edited: rows.length }),
    bytes: Buffer.from(`\uFEFF${text}`),
  }
}

type Columns = { headers: string[]; map: ColumnMap; cells: (row: RetryRow) => string[]; edited: boolean }

async function ownColumns(id: string, actor: Actor): Promise<Columns | null> {
  try {
    const { reading, bytes } = await readOriginal(id, actor)
    const table = readFile(bytes, reading.table)
    if ('problem' in table) return null
    const { records, headers } = table
    const cells = ({ row }: RetryRow) => records[row - 1]?.cells ?? []
    return { headers, map: reading.map, cells, edited: (reading.edited ?? 0) > 0 }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'original_gone') return null
    throw error
  }
}

const checkedColumns = (): Columns => ({
  headers: ['IBAN', 'Name', 'Reference'],
  map: { iban: 0, name: [1], instead: [], reference: 2, note: null },
  cells: ({ iban, name, reference }) => [iban, name, reference ?? ''],
  edited: false,
})

function moved({ iban, name, instead, reference, note }: ColumnMap, by: number): ColumnMap {
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
