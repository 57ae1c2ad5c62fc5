import type { ColumnMap, TableProblem } from '@/lib/tables/table'
import type { AnnotateOptions } from '@/lib/tables/write/annotate-file'
import { cutOrders } from './cut-orders'
import { cutTable } from './cut-table'
import type { CutFiles, CutPlan, WholeFile } from './line'

/**
 * Splits a payment file into the lines that leave and those that stay. `map`: the columns of a table. A file with a
 * signature stays whole. Throws only for a plan that doesn't fit the file.
 */
export function cutFile(
  bytes: Uint8Array,
  table: AnnotateOptions,
  map: ColumnMap,
  plan: CutPlan,
): CutFiles | WholeFile | TableProblem {
  return table.format === 'payments' ? cutOrders(bytes, plan) : cutTable(bytes, table, map, plan)
}
