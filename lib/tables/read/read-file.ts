import { readPayments } from '@/lib/tables/pain/read-payments'
import type { ParsedTable, TableOptions, TableProblem } from '@/lib/tables/table'
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
  const [a, b, c, d] = bytes
  if (a === 0x50 && b === 0x4b && c === 0x03 && d === 0x04) return 'workbook'
  if (a === 0xd0 && b === 0xcf && c === 0x11 && d === 0xe0) return 'old_office'
  return beginsAsXml(bytes) ? 'payments' : 'text'
}
