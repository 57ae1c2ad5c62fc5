import { sumsOf } from '@/lib/tables/money/decimal'
import { readFile } from '@/lib/tables/read/read-file'
import type { ColumnMap, StoredReading, TableProblem } from '@/lib/tables/table'
import { rewriteTable } from '@/lib/tables/write/rewrite-table'
import { lineDestinations, writtenNames } from './cut-plan'
import type { CutFiles, CutPart, CutPlan } from './line'
import { noPaymentIn, paymentAbove, tablePayments } from './table-payments'

const NO_FILE = new Uint8Array()

/**
 * Splits a table into a file with the released rows and one with the held rows. Whatever isn't a row, such as headings,
 * is in both files. Each row is in exactly one of them, byte for byte, apart from the names of `plan.names`. There is no
 * held file of nothing but totals, lines of dashes and headings.
 * `shortened` lists each name that isn't written as planned: shortened to the cap, or without letters that the file's
 * encoding lacks.
 * @throws Error if the plan doesn't fit the file
 */
export function cutTable(
  bytes: Uint8Array,
  table: StoredReading,
  map: ColumnMap,
  plan: CutPlan,
): CutFiles | TableProblem {
  const found = readFile(bytes, table)
  if ('problem' in found) return found
  const above = paymentAbove(found, map)
  if (above) return above
  const destinationOf = lineDestinations(plan, found.records.length)
  const lines = tablePayments(found, map).filter(({ number }) => destinationOf(number) !== 'gone')
  const { names, shortened: cut } = writtenNames(plan)
  const shortened = new Map(cut)
  const isNoPayment = noPaymentIn(found, map)
  const part = (leaves: boolean): CutPart | null => {
    const mine = lines.filter(({ number }) => destinationOf(number) === (leaves ? 'released' : 'held'))
    if (mine.length === 0) return null
    const kept = new Set(mine.map(({ number }) => number))
    const changes = {
      keeps: (row: number) => kept.has(row),
      nameOf: (row: number) => (leaves ? names.get(row) : undefined),
      onChanged: (row: number, written: string) => shortened.set(row, written),
    }
    return {
      bytes: !leaves && mine.every(isNoPayment) ? NO_FILE : rewriteTable(bytes, table, map, changes),
      lines: mine.length,
      sums: sumsOf(mine),
      messageIds: [],
    }
  }
  return {
    released: part(true),
    held: part(false),
    original: { lines: lines.length, sums: sumsOf(lines) },
    shortened: [...shortened].sort(([a], [b]) => a - b),
  }
}
