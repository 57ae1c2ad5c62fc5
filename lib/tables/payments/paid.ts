import type { ColumnMap, TableProblem } from '@/lib/tables/table'
import type { AnnotateOptions } from '@/lib/tables/write/annotate-file'
import type { PaidFile, PaidLine } from './line'
import { readPaidOrders } from './paid-orders'
import { readPaidTable } from './paid-table'

/**
 * Reads the payments of a file, numbered like the rows of its upload. Never throws for the content of a file.
 * @param map the columns of a table; unused for a pain.001
 */
export function readPaid(
  bytes: Uint8Array,
  table: AnnotateOptions,
  map: ColumnMap,
): { file: PaidFile; lines: PaidLine[] } | TableProblem {
  return table.format === 'payments' ? readPaidOrders(bytes) : readPaidTable(bytes, table, map)
}
