import {
  addSums,
  decimalOf,
  payable,
  sameDecimal,
  sameSums,
  subtractSums,
  sumOf,
  sumsOf,
} from '@/lib/tables/money/decimal'
import { type LineDestination, lineDestinations, writtenNames } from './cut-plan'
import type { CutFiles, CutPart, CutPlan } from './line'
import { type ParsedOrder, type ParsedOrders, type ParsedTotals, parseOrders } from './verify-orders'
import { type TableCut, verifyTables } from './verify-tables'

/**
 * Verifies the two files of a split. Each line that wasn't released earlier must be in exactly one of them, unchanged
 * apart from corrected names. Counts and sums must add up, by currency and as declared. A pain.001 is read with another
 * reader than the one that split it, so that one fault can't hide in both.
 * @returns what is wrong, or null
 */
export function verifyCut({ bytes, table, map, plan }: TableCut, cut: CutFiles): string | null {
  const sums = addSums(cut.released?.sums ?? {}, cut.held?.sums ?? {})
  const difference = Object.entries(subtractSums(cut.original.sums, sums))
  const off = difference.find(([, amount]) => !sameDecimal(amount, '0'))
  if (off) return `the sum in ${off[0]} is off by ${off[1]}`
  const lines = (cut.released?.lines ?? 0) + (cut.held?.lines ?? 0)
  if (lines !== cut.original.lines) return `${lines} of ${cut.original.lines} lines are in the parts`
  if (table.format === 'payments') return verifyOrders(bytes, plan, cut)
  return verifyTables({ bytes, table, map, plan }, cut)
}

function verifyOrders(bytes: Uint8Array, plan: CutPlan, cut: CutFiles): string | null {
  const original = parseOrders(bytes)
  if (!original) return 'the original is not readable'
  if (!original.scopes.every(isSound)) return 'the original declares other totals than it contains'
  for (const part of ['released', 'held'] as const) {
    const found = cut[part] ? parseOrders(cut[part].bytes) : { orders: [], scopes: [] }
    if (!found) return `the ${part} file is not readable`
    const fault = verifyLines(original, found, plan, part) ?? verifyTotals(found, cut[part])
    if (fault !== null) return `${fault} (${part})`
  }
  return null
}

function verifyLines(
  original: ParsedOrders,
  found: ParsedOrders,
  plan: CutPlan,
  part: LineDestination,
): string | null {
  const destinationOf = lineDestinations(plan, original.orders.length)
  const { names } = writtenNames(plan)
  let at = 0
  for (const [index, { print, name }] of original.orders.entries()) {
    const number = index + 1
    if (destinationOf(number) !== part) continue
    const order = found.orders[at++]
    if (order?.print !== print) return `line ${number} has changed`
    if (order.name !== (names.get(number) ?? name)) return `line ${number} has the wrong name`
  }
  return at === found.orders.length ? null : `extra lines: ${found.orders.length - at}`
}

function verifyTotals(found: ParsedOrders, cut: CutPart | null): string | null {
  if (found.orders.length !== (cut?.lines ?? 0)) return 'the number of lines is wrong'
  if (!sameSums(sumsOf(found.orders.map(paidBy)), cut?.sums ?? {})) return 'the sums are wrong'
  return found.scopes.every(isSound) ? null : 'a declared total is wrong'
}

const paidBy = ({ amount, currency }: ParsedOrder) => payable(decimalOf(amount), currency)

function isSound({ count, sum, orders }: ParsedTotals): boolean {
  if (count !== undefined && Number(count) !== orders.length) return false
  const declared = decimalOf(sum ?? '')
  if (declared === null) return sum === undefined
  return sameDecimal(declared, sumOf(orders.flatMap(({ amount }) => decimalOf(amount) ?? [])))
}
