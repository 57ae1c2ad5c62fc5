import type { ColumnMap, StoredReading, TableProblem } from '@/lib/tables/table'
import type { FilePayment, PaymentFile } from './line'
import { readOrderPayments } from './order-payments'
import { readTablePayments } from './table-payments'

/**
 * Reads the payments of a file, numbered like the rows of its upload. Never throws for the content of a file.
 * @param map the columns of a table; unused for a pain.001
 */
export function readPaymentFile(
  bytes: Uint8Array,
  table: StoredReading,
  map: ColumnMap,
): { file: PaymentFile; lines: FilePayment[] } | TableProblem {
  return table.format === 'payments' ? readOrderPayments(bytes) : readTablePayments(bytes, table, map)
}
