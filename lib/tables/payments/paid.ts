import type { ColumnMap, TableProblem } from '@/lib/tables/table'
import type { AnnotateOptions } from '@/lib/tables/write/annotate-file'
import type { PaidFile, PaidLine } from './line'
import { readPaidOrders } from './paid-orders'
import { readPaidTable } from './paid-table'

/**
 * Reads what a file pays: one line per payment, numbered as the rows of its upload. `map`: the columns of a table.
 * Never throws for content.
 */
export function readPaid(
  bytes: Uint8Array,
  table: AnnotateOptions,
  map: ColumnMap,
): { file: PaidFile; lines: PaidLine[] } | TableProblem {
  return table.format === 'payments' ? readPaidOrders(bytes) : readPaidTable(bytes, table, map)
}
