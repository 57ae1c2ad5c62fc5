import { readFile } from '@/lib/tables/read/read-file'
import {
  type ColumnMap,
  holdsNumber,
  type ParsedTable,
  type Rec,
  type StoredReading,
} from '@/lib/tables/table'
import { nameCells } from '@/lib/tables/write/written-name'
import { type LineDestination, lineDestinations, writtenNames } from './cut-plan'
import type { CutFiles, CutPlan } from './line'
import { noPaymentIn, tablePayments } from './table-payments'

/** The original of a split table, how it is read, and the plan. */
export type TableCut = { bytes: Uint8Array; table: StoredReading; map: ColumnMap; plan: CutPlan }

/**
 * Reads the two files of a split table again. Each row that wasn't released earlier must be in exactly one of them,
 * with its own cells and its planned name.
 * @returns what is wrong, or null
 */
export function verifyTables(was: TableCut, cut: CutFiles): string | null {
  const original = readFile(was.bytes, was.table)
  if ('problem' in original) return 'the original is not readable'
  const options = { ...was.table, headerRow: original.headerRow }
  for (const part of ['released', 'held'] as const) {
    if (part === 'held' && cut.held?.bytes.length === 0) return verifyNoPayments(original, was)
    const found = cut[part] ? readFile(cut[part].bytes, options) : { records: [] }
    if ('problem' in found) return `the ${part} file is not readable`
    const fault =
      verifyRows(original.records, found.records, part, was, new Map(cut.shortened)) ??
      verifyPlaces(original.records, found.records, was)
    if (fault !== null) return `${fault} (${part})`
  }
  return null
}

/** No line that pays somebody may be missing where there is no held file. */
function verifyNoPayments(original: ParsedTable, { map, plan }: TableCut): string | null {
  const destinationOf = lineDestinations(plan, original.records.length)
  const isNoPayment = noPaymentIn(original, map)
  const missing = tablePayments(original, map).find(
    (line) => destinationOf(line.number) === 'held' && !isNoPayment(line),
  )
  return missing ? `line ${missing.number} is in no file` : null
}

function verifyRows(
  original: Rec[],
  found: Rec[],
  part: LineDestination,
  { map, plan }: TableCut,
  written: Map<number, string>,
): string | null {
  const destinationOf = lineDestinations(plan, original.length)
  const { names } = writtenNames(plan)
  let at = 0
  for (const record of original) {
    const { number, cells } = record
    if (destinationOf(number) !== part) continue
    const name = names.has(number) ? (written.get(number) ?? names.get(number)) : undefined
    const wanted = name === undefined ? cells : withName(cells, map, name)
    const row = found[at++]
    if (!row || !haveSameCells(wanted, row.cells) || !hasSameKind(record, row, map))
      return `line ${number} has changed`
  }
  return at === found.length ? null : `extra lines: ${found.length - at}`
}

/** Cells that a row doesn't have are empty. */
function haveSameCells(one: string[], other: string[]): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return long.every((cell, column) => cell === (short[column] ?? ''))
}

/** An amount is a number in both or a text in both: the same characters can be two amounts. */
function hasSameKind(one: Rec, other: Rec, { amount }: ColumnMap): boolean {
  return typeof amount !== 'number' || holdsNumber(one, amount) === holdsNumber(other, amount)
}

/** A workbook without some of its rows must have no gap between the others. */
function verifyPlaces(original: Rec[], found: Rec[], { table }: TableCut): string | null {
  if (table.format !== 'workbook' || found.length === original.length) return null
  const apart = found.findIndex(({ line }, index) => line !== (found[0]?.line ?? 0) + index)
  return apart < 0 ? null : `row ${apart + 1} does not follow the one before`
}

function withName(cells: string[], map: ColumnMap, name: string): string[] {
  const { column, emptied } = nameCells(cells, map)
  return cells.map((cell, index) => (index === column ? name : emptied.includes(index) ? '' : cell))
}
