import type { ColumnMap } from '@/lib/tables/table'
import type { ReadAs } from '@/lib/tables/write/annotate-file'
import { type Fate, fatesOf, writtenNames } from './cut-plan'
import { addSums, decimalOf, sameDecimal, subtractSums, sumOf, sumsOf } from './decimal'
import type { CutFiles, CutPart, CutPlan } from './line'
import { readPaid } from './paid'
import { type SeenFile, type SeenOrder, type SeenTotals, seeOrders } from './verify-orders'

/** What was cut, and how. */
export type WasCut = { bytes: Uint8Array; table: ReadAs; map: ColumnMap; plan: CutPlan }

/**
 * Verifies the parts of a payment file: each line that hasn't left is in exactly one of them and as it was, but for
 * corrected names; counts and sums add up, by currency and as declared. Payment orders are read by an independent reader. Returns what
 * is wrong, or null.
 */
export function verifyCut(was: WasCut, cut: CutFiles): string | null {
  const sums = addSums(cut.released?.sums ?? {}, cut.held?.sums ?? {})
  const difference = Object.entries(subtractSums(cut.original.sums, sums))
  const off = difference.find(([, amount]) => !sameDecimal(amount, '0'))
  if (off) return `the sum in ${off[0]} is off by ${off[1]}`
  const lines = (cut.released?.lines ?? 0) + (cut.held?.lines ?? 0)
  if (lines !== cut.original.lines) return `${lines} of ${cut.original.lines} lines are in the parts`
  return was.table.format === 'payments' ? verifyOrders(was, cut) : verifyRows(was, cut)
}

/** Tables are read by their own reader again. */
function verifyRows({ bytes, table, map, plan }: WasCut, cut: CutFiles): string | null {
  const printsIn = (file: Uint8Array, isCorrected: (number: number) => boolean): string[] | null => {
    const found = readPaid(file, table, map)
    if ('problem' in found) return null
    return found.lines.map(({ number, name, ...line }) =>
      JSON.stringify([line, isCorrected(number) ? null : name]),
    )
  }
  const corrected = new Set(plan.names.map(([number]) => number))
  for (const part of ['released', 'held'] as const) {
    const fates = fatesOf(plan, Number.MAX_SAFE_INTEGER)
    const leaves = (number: number) => part === 'released' && corrected.has(number)
    const original = printsIn(bytes, leaves)
    if (!original) return 'the original is not readable'
    const numbers = original.flatMap((_, index) => (fates(index + 1) === part ? [index + 1] : []))
    const file = cut[part]?.bytes
    const found = file ? printsIn(file, (place) => leaves(numbers[place - 1] ?? 0)) : []
    if (!found) return `the file is not readable (${part})`
    const wrong = numbers.find((number, place) => original[number - 1] !== found[place])
    if (wrong !== undefined) return `line ${wrong} is not as it was (${part})`
    if (found.length > numbers.length) return `${found.length - numbers.length} lines are too many (${part})`
  }
  return null
}

function verifyOrders({ bytes, plan }: WasCut, cut: CutFiles): string | null {
  const original = seeOrders(bytes)
  if (!original) return 'the original is not readable'
  for (const part of ['released', 'held'] as const) {
    const found = cut[part] ? seeOrders(cut[part].bytes) : { orders: [], scopes: [] }
    if (!found) return `the ${part} file is not readable`
    const fault = verifyLines(original, found, plan, part) ?? verifyTotals(original, found, cut[part])
    if (fault !== null) return `${fault} (${part})`
  }
  return null
}

function verifyLines(original: SeenFile, found: SeenFile, plan: CutPlan, part: Fate): string | null {
  const fates = fatesOf(plan, original.orders.length)
  const names = part === 'released' ? writtenNames(plan).names : new Map<number, string>()
  let at = 0
  for (const [index, { print, name }] of original.orders.entries()) {
    const number = index + 1
    if (fates(number) !== part) continue
    const order = found.orders[at++]
    if (order?.print !== print) return `line ${number} is not as it was`
    if (order.name !== (names.get(number) ?? name)) return `line ${number} has another name`
  }
  return at === found.orders.length ? null : `${found.orders.length - at} lines are too many`
}

/** What the original declared wrongly, its parts may too. */
function verifyTotals(original: SeenFile, found: SeenFile, cut: CutPart | null): string | null {
  if (found.orders.length !== (cut?.lines ?? 0)) return 'the number of lines is wrong'
  const sums = Object.values(subtractSums(sumsOf(found.orders.map(paidBy)), cut?.sums ?? {}))
  if (!sums.every((amount) => sameDecimal(amount, '0'))) return 'the sums are wrong'
  return original.scopes.every(isSound) && !found.scopes.every(isSound) ? 'a declared total is wrong' : null
}

const paidBy = ({ amount, currency }: SeenOrder) => {
  const decimal = decimalOf(amount)
  return decimal !== null && /^[A-Z]{3}$/.test(currency)
    ? { amount: decimal, currency }
    : { amount: null, currency: null }
}

function isSound({ count, sum, orders }: SeenTotals): boolean {
  if (count !== undefined && Number(count) !== orders.length) return false
  const declared = decimalOf(sum ?? '')
  if (declared === null) return sum === undefined
  return sameDecimal(declared, sumOf(orders.flatMap(({ amount }) => decimalOf(amount) ?? [])))
}
