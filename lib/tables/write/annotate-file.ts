import { readPayments } from '@/lib/tables/pain/read-payments'
import type { StoredReading } from '@/lib/tables/table'
import { type AddedCells, annotateText, UnreadableOriginal } from './annotate'
import { annotateWorkbook } from './annotate-workbook'
import { csvLine } from './write-csv'

/**
 * Adds columns to the original file: text byte for byte, a workbook with the same cells, and for payment orders a CSV
 * of their transactions (UTF-8 with byte order mark). `addedTo` gets the number and the cells of each row. Throws
 * `UnreadableOriginal`.
 */
export function annotateFile(
  bytes: Uint8Array,
  options: StoredReading,
  addedTo: AddedCells,
  addedHeaders: string[],
): Iterable<Uint8Array> {
  if (options.format === 'workbook') return annotateWorkbook(bytes, options, addedTo, addedHeaders)
  if (options.format === 'payments') return transactions(bytes, addedTo, addedHeaders)
  return annotateText(bytes, options, addedTo, addedHeaders)
}

/** Rows per encoded chunk. */
const TOGETHER = 500

function* transactions(bytes: Uint8Array, addedTo: AddedCells, addedHeaders: string[]): Iterable<Uint8Array> {
  const table = readPayments(bytes)
  if ('problem' in table) throw new UnreadableOriginal(table)
  const encoder = new TextEncoder()
  let text = `\uFEFF${csvLine([...table.headers, ...addedHeaders])}`
  for (const { number, cells } of table.records) {
    text += csvLine([...cells, ...addedTo(number, cells)])
    if (number % TOGETHER !== 0) continue
    yield encoder.encode(text)
    text = ''
  }
  yield encoder.encode(text)
}
