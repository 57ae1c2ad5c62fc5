import { applyEdits, type Edit, replacement } from '@/lib/tables/pain/edits'
import { openOrders } from '@/lib/tables/pain/open-orders'
import { type ColumnMap, MAX_RECORDS, type TableProblem } from '@/lib/tables/table'
import { type AnnotateOptions, annotateFile } from '@/lib/tables/write/annotate-file'
import { joined } from '@/lib/tables/write/new-zip'
import { rewriteTable } from '@/lib/tables/write/rewrite-table'
import { possibleText } from '@/lib/tables/xml/write-xml'
import type { WholeFile } from './line'
import { MAX_PAYEE } from './name-cap'

/** Columns to add: their headers, and the cells of some rows, by number. */
export type AddedColumns = { headers: string[]; cells: [number, string[]][] }

/** A file with other names. `changed`: those that could not be written as they are, as written. */
export type RenamedFile = { bytes: Uint8Array; changed: [number, string][] }

/**
 * The same file with other names in some rows; every other byte, or cell of a workbook, is unchanged. A name is cut at
 * what payment orders may hold, and loses letters that the file's encoding lacks. `added` columns are to the right of
 * a table's own.
 */
export function renameFile(
  bytes: Uint8Array,
  table: AnnotateOptions,
  map: ColumnMap,
  names: ReadonlyMap<number, string>,
  added?: AddedColumns,
): RenamedFile | WholeFile | TableProblem {
  if (table.format === 'payments') return renameOrders(bytes, names)
  const changed: [number, string][] = []
  const onChanged = (row: number, written: string) => changed.push([row, written])
  const renamed = rewriteTable(bytes, table, map, {
    keeps: (row) => row <= MAX_RECORDS,
    nameOf: (row) => names.get(row),
    onChanged,
  })
  return { bytes: added ? withColumns(renamed, table, added) : renamed, changed }
}

function withColumns(bytes: Uint8Array, table: AnnotateOptions, { headers, cells }: AddedColumns) {
  const byRow = new Map(cells)
  const empty = headers.map(() => '')
  return joined([...annotateFile(bytes, table, (row) => byRow.get(row) ?? empty, headers)])
}

function renameOrders(
  bytes: Uint8Array,
  names: ReadonlyMap<number, string>,
): RenamedFile | WholeFile | TableProblem {
  const opened = openOrders(bytes, ({ texts }) => texts.get('Cdtr/Nm')?.place)
  if ('problem' in opened) return opened
  const { source, outline } = opened
  if (outline.signed && names.size > 0) return { whole: 'signature' }
  const edits: Edit[] = []
  const changed: RenamedFile['changed'] = []
  const places = outline.messages.flatMap(({ batches }) => batches.flatMap(({ orders }) => orders))
  for (const [index, place] of places.entries()) {
    const name = names.get(index + 1)
    if (name === undefined || !place) continue
    const written = Array.from(possibleText(name).trim()).slice(0, MAX_PAYEE).join('').trimEnd()
    edits.push(replacement(source, place, written))
    if (written !== name) changed.push([index + 1, written])
  }
  return { bytes: applyEdits(source, edits), changed }
}
