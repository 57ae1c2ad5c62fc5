import { MAX_BYTES, type TableProblem } from '@/lib/tables/table'
import { BrokenXml } from '@/lib/tables/xml/read-xml'
import { sourceOf, type XmlSource } from '@/lib/tables/xml/scan'
import { type OrderPart, type Outline, outlineOf, TooManyOrders } from './outline'

/** A pain.001 file that was scanned. */
export type OpenedOrders<T> = { source: XmlSource; outline: Outline<T> }

/**
 * Scans a pain.001 file. Besides the problems of `readPayments`, a file that holds other messages too is
 * `payments_other`: nobody could say in which part they belong.
 */
export function openOrders<T>(
  bytes: Uint8Array,
  keep: (order: OrderPart) => T,
): OpenedOrders<T> | TableProblem {
  if (bytes.length > MAX_BYTES) return { problem: 'file_too_large' }
  const source = sourceOf(bytes)
  try {
    const outline = outlineOf(source, keep)
    const { messages, root, mixed } = outline
    if (messages.length === 0) return { problem: root === 'Document' ? 'payments_other' : 'header_not_found' }
    if (mixed) return { problem: 'payments_other' }
    if (messages.every(({ batches }) => batches.every(({ orders }) => orders.length === 0))) {
      return { problem: 'file_empty' }
    }
    return { source, outline }
  } catch (error) {
    if (error instanceof BrokenXml) return { problem: 'payments_broken', line: error.line }
    if (error instanceof TooManyOrders) return { problem: 'too_many_rows' }
    throw error
  }
}
