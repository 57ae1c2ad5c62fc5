import type { ColumnMap, StoredReading } from '@/lib/tables/table'
import { type RowChanges, rewriteText } from './rewrite-text'
import { rewriteWorkbook } from './rewrite-workbook'

/**
 * The same table without some of its rows and with other names: text byte for byte, a workbook with the same cells.
 * Throws `UnreadableOriginal`.
 */
export function rewriteTable(
  bytes: Uint8Array,
  options: StoredReading,
  map: ColumnMap,
  changes: RowChanges,
): Uint8Array<ArrayBuffer> {
  const rewrite = options.format === 'workbook' ? rewriteWorkbook : rewriteText
  return rewrite(bytes, options, map, changes)
}
