import { MAX_BYTES, type TableProblem } from '@/lib/tables/table'
import { showsElements } from '@/lib/tables/xml/decode-xml'
import { brokenPlace } from '@/lib/tables/xml/place'
import { BrokenXml } from '@/lib/tables/xml/read-xml'
import { lineAt, sourceOf, type XmlSource } from '@/lib/tables/xml/scan'
import { problemOf } from './mistakes'
import { type OrderPart, type Outline, outlineOf } from './outline'
import { MESSAGES } from './paths'

/** A scanned pain.001 file. */
export type OpenedOrders<T> = { source: XmlSource; outline: Outline<T> }

/**
 * Scans a pain.001 file. It returns the same problems as `readPayments`. A file that also holds other messages is
 * `payments_other`, because it isn't known into which part of a split they belong.
 * @param keep gets each order, and returns what to keep of it in the outline
 */
export function openOrders<T>(
  bytes: Uint8Array,
  keep: (order: OrderPart) => T,
): OpenedOrders<T> | TableProblem {
  if (bytes.length > MAX_BYTES) return { problem: 'file_too_large' }
  const source = sourceOf(bytes)
  if (!showsElements(source.label)) return { problem: 'encoding_undetermined', line: 1 }
  try {
    const outline = outlineOf(source, keep)
    return refusalOf(outline, source) ?? { source, outline }
  } catch (error) {
    if (error instanceof BrokenXml) return { problem: problemOf(error), ...brokenPlace(error) }
    throw error
  }
}

function refusalOf<T>({ messages, root, other }: Outline<T>, { units }: XmlSource): TableProblem | undefined {
  const [first] = messages
  if (!first)
    return {
      problem: root === 'Document' ? 'payments_other' : 'header_not_found',
      ...(other ?? { line: lineAt(units, units.search(/<[^?!]/)), element: root }),
    }
  if (other) return { problem: 'payments_other', ...other }
  if (messages.every(({ batches }) => batches.every(({ orders }) => orders.length === 0)))
    return { problem: 'file_empty', line: lineAt(units, first.place.start), element: MESSAGES[0] as string }
  return undefined
}
