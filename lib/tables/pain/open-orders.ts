import { MAX_BYTES, type TableProblem } from '@/lib/tables/table'
import { showsElements } from '@/lib/tables/xml/decode-xml'
import { brokenPlace, lineAt } from '@/lib/tables/xml/place'
import { BrokenXml } from '@/lib/tables/xml/read-xml'
import { attributeAt, type Span, scanXml, sourceOf, textAt, type XmlSource } from '@/lib/tables/xml/scan'
import { problemOf } from './mistakes'
import { type MessagePart, type OrderPart, type Outline, OutlineReader, refusalOf } from './outline'

/** A scanned pain.001 file. `versions`: of its messages, such as `pain.001.001.09`, or `pain.001` for an unknown one. */
export type OpenedOrders<T> = { source: XmlSource; outline: Outline<T>; versions: string[] }

/**
 * Scans a pain.001 file, for the places of everything that is read or replaced. It returns the same problems as
 * `readPayments`.
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
    const outline = scanOrders(source, keep)
    return refusalOf(outline) ?? { source, outline, versions: versionsOf(outline.messages, source.units) }
  } catch (error) {
    if (error instanceof BrokenXml) return { problem: problemOf(error), ...brokenPlace(error) }
    throw error
  }
}

function scanOrders<T>(source: XmlSource, keep: (order: OrderPart) => T): Outline<T> {
  let [start, end] = [0, 0]
  const tag = {
    line: () => lineAt(source.units, start),
    attribute: (name: string) => attributeAt(source, name, start, end),
    text: ({ open, shut }: Span, element: string) => textAt(source, open, shut, element),
  }
  const reader = new OutlineReader(tag, keep)
  scanXml(source, {
    open: (name, from, to) => {
      start = from
      end = to
      reader.open(name)
    },
    close: (_, place, leaf) => reader.close(place, leaf),
  })
  return reader.outline
}

const VERSION = /pain\.001\.\d{3}\.\d{2}(?:\.ch\.\d{2})?/g

/** The version of each message: the nearest before the end of its tag. */
function versionsOf<T>(messages: MessagePart<T>[], units: string): string[] {
  let end = 0
  return messages.map(({ place }) => {
    const version = units.slice(end, place.open).match(VERSION)?.at(-1)
    end = place.end
    return version ?? 'pain.001'
  })
}
