import type { ColumnMap, StoredReading, TableProblem } from '@/lib/tables/table'
import { cutOrders } from './cut-orders'
import { cutTable } from './cut-table'
import type { CutFiles, CutPlan, WholeFile } from './line'

/**
 * Splits a payment file into a file with the released lines and one with the held lines. A signed file, or one with
 * wrong totals, can't be split. Never throws for the content of a file.
 * @param map the columns of a table; unused for a pain.001
 * @throws Error if the plan names a line that the file doesn't have, or a line twice
 */
export function cutFile(
  bytes: Uint8Array,
  table: StoredReading,
  map: ColumnMap,
  plan: CutPlan,
): CutFiles | WholeFile | TableProblem {
  return table.format === 'payments' ? cutOrders(bytes, plan) : cutTable(bytes, table, map, plan)
}
