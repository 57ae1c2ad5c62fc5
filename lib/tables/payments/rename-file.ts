import { applyEdits, concatBytes, type Edit } from '@/lib/tables/bytes'
import { replacement } from '@/lib/tables/pain/edits'
import { openOrders } from '@/lib/tables/pain/open-orders'
import { ordersOf } from '@/lib/tables/pain/outline'
import { type ColumnMap, MAX_RECORDS, type StoredReading, type TableProblem } from '@/lib/tables/table'
import { annotateFile } from '@/lib/tables/write/annotate-file'
import { rewriteTable } from '@/lib/tables/write/rewrite-table'
import { cutAt, fitsVersion, strictestVersion } from './name-cap'

/** Columns to add to a table: their headers, and their cells by row number. */
export type AddedColumns = { headers: string[]; cells: [number, string[]][] }

/** The new names by row number. `nameCap`: where they are cut, in characters; null: nowhere. */
export type NewNames = { names: ReadonlyMap<number, string>; nameCap: number | null }

export type RenamedFile = { bytes: Uint8Array }

/** The result for a file whose signature, or the hash in its container, a new name would break. */
export type SignedFile = { whole: 'signature' }

/** The rows whose new name has letters that the version of the file doesn't allow. */
export type ForeignLetters = { letters: number[] }

/**
 * Replaces the names of some rows of a file. Every other byte, or cell of a workbook, stays as it is. Names are cut as
 * in a release, and lose letters that the file's encoding lacks.
 * @param added columns to the right of a table's own; unused for a pain.001
 */
export function renameFile(
  bytes: Uint8Array,
  table: StoredReading,
  map: ColumnMap,
  { names, nameCap }: NewNames,
  added?: AddedColumns,
): RenamedFile | SignedFile | ForeignLetters | TableProblem {
  const nameOf = (row: number) => {
    const name = names.get(row)
    return name === undefined ? undefined : cutAt(name, nameCap ?? Number.POSITIVE_INFINITY)
  }
  if (table.format === 'payments') return renameOrders(bytes, nameOf)
  const renamed = rewriteTable(bytes, table, map, { keeps: (row) => row <= MAX_RECORDS, nameOf })
  return { bytes: added ? withColumns(renamed, table, added) : renamed }
}

function withColumns(bytes: Uint8Array, table: StoredReading, { headers, cells }: AddedColumns) {
  const byRow = new Map(cells)
  const empty = headers.map(() => '')
  return concatBytes([...annotateFile(bytes, table, (row) => byRow.get(row) ?? empty, headers)])
}

function renameOrders(
  bytes: Uint8Array,
  nameOf: (row: number) => string | undefined,
): RenamedFile | SignedFile | ForeignLetters | TableProblem {
  const opened = openOrders(bytes, ({ texts }) => texts.get('Cdtr/Nm')?.place)
  if ('problem' in opened) return opened
  const { source, outline, versions } = opened
  const version = strictestVersion(versions)
  const edits: Edit[] = []
  const letters: number[] = []
  for (const [index, place] of ordersOf(outline.messages).entries()) {
    const name = nameOf(index + 1)
    if (name === undefined || !place) continue
    if (!fitsVersion(name, version)) letters.push(index + 1)
    edits.push(replacement(source, place, name))
  }
  if (outline.signed && edits.length > 0) return { whole: 'signature' }
  if (letters.length > 0) return { letters }
  return { bytes: applyEdits(bytes, edits) }
}
