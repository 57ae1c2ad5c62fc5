import { readPayments } from '@/lib/tables/pain/read-payments'
import type { ParsedTable, TableOptions, TableProblem } from '@/lib/tables/table'
import { isOldOffice, isZip } from '@/lib/tables/text/kinds'
import { readWorkbook } from '@/lib/tables/workbook/read-workbook'
import { oldOfficeProblem } from '@/lib/tables/workbook/zip'
import { beginsAsXml } from '@/lib/tables/xml/decode-xml'
import { readTable } from './read'

/**
 * Reads a file into a table: delimited text, an Excel workbook or payment orders, detected by content, never by name.
 * Never throws for content: an unreadable file is returned as a `TableProblem`.
 */
export function readFile(bytes: Uint8Array, options: TableOptions = {}): ParsedTable | TableProblem {
  const format = formatOf(bytes)
  if (format === 'workbook') return readWorkbook(bytes, options)
  if (format === 'payments') return readPayments(bytes)
  if (format === 'old_office') return oldOfficeProblem(bytes)
  return readTable(bytes, options)
}

/** The format by the first bytes; the reader checks whether the file is complete. */
export function formatOf(bytes: Uint8Array): ParsedTable['format'] | 'old_office' {
  if (isZip(bytes)) return 'workbook'
  if (isOldOffice(bytes)) return 'old_office'
  return beginsAsXml(bytes) ? 'payments' : 'text'
}
