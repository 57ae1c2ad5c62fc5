import { findBank } from '@/lib/iban/banks'
import { type ColumnMap, guessColumns } from '@/lib/tables/columns'
import { readTable, type Table, type TableOptions, type TableProblem } from '@/lib/tables/read'
import { type CheckedRow, type CheckedRows, rowChecker } from '@/lib/tables/rows'
import { type Opened, type RowView, SHOWS, type Show, type Summary } from '../protocol'
import { isKept, packUpload } from './pack'
import { viewOf } from './table-view'

/** Rows checked before others may speak. */
const SLICE = 2000

type Reading = {
  fileName: string
  title: string
  options: TableOptions
  map: ColumnMap | null
  skipped: number[]
}

/**
 * One file on its way to an upload: bytes, table, checked rows, choices. Lives in the worker; pure of browser
 * interfaces except `CompressionStream` and `crypto`, so that tests run it in Node.
 */
export type Session = ReturnType<typeof newSession>

/** Reads the bytes; answers why not when they are no table. */
export function startSession(bytes: Uint8Array, reading: Reading): Session | TableProblem {
  const table = readTable(bytes, reading.options)
  return 'problem' in table ? table : newSession(bytes, table, reading)
}

function newSession(bytes: Uint8Array, table: Table, reading: Reading) {
  const guess = guessColumns(table)
  const { fileName, title, options, map } = reading
  const choices = { fileName, title, options, map: map ?? guess }
  const skipped = new Set(reading.skipped)
  let checked: CheckedRows | null = null
  let lists = emptyLists()
  const done = () => {
    if (!checked) throw new Error('the rows are not checked yet')
    return checked
  }
  return {
    table,
    bytes,
    skipped,
    choices,
    view: (): Opened => viewOf(table, { guess, map: choices.map }, choices),
    /** Checks in slices; stops when `goOn` says so. Answers null when stopped. */
    async check(goOn: (share: number) => Promise<boolean>): Promise<Summary | null> {
      const checker = rowChecker(choices.map, table.headers.length)
      for (const [i, record] of table.records.entries()) {
        checker.add(record)
        if (i % SLICE === SLICE - 1 && !(await goOn(i / table.records.length))) return null
      }
      checked = checker.finish(table.blankRows)
      lists = listsOf(checked.rows)
      return summaryOf(checked, skipped, lists)
    },
    rows: (show: Show, from: number, size: number): Promise<RowView[]> =>
      Promise.all(lists[show].slice(from, from + size).map((index) => rowView(done().rows[index], skipped))),
    skip(rows: number[] | 'errors', on: boolean): Summary {
      const numbers = rows === 'errors' ? lists.errors.map((index) => index + 1) : rows
      for (const number of numbers) on ? skipped.add(number) : skipped.delete(number)
      return summaryOf(done(), skipped, lists)
    },
    pack: () => packUpload({ ...choices, bytes, table, rows: done().rows, skipped }),
  }
}

type Lists = Record<Show, number[]>

function emptyLists(): Lists {
  return { all: [], errors: [], warnings: [], duplicates: [] }
}

/** Indexes of the rows under each filter. Skipped rows stay in their list: no row vanishes under the pointer. */
function listsOf(rows: CheckedRow[]): Lists {
  const lists = emptyLists()
  for (const [index, row] of rows.entries()) {
    lists.all.push(index)
    if (row.problems.length > 0) lists.errors.push(index)
    if (row.warnings.length > 0) lists.warnings.push(index)
    if (row.duplicateOf !== null) lists.duplicates.push(index)
  }
  return lists
}

function summaryOf({ rows, counts }: CheckedRows, skipped: ReadonlySet<number>, lists: Lists): Summary {
  const pairs = new Set<number>()
  let kept = 0
  for (const row of rows) {
    if (!isKept(row, skipped)) continue
    kept += 1
    pairs.add(row.duplicateOf ?? row.number)
  }
  return {
    counts,
    kept,
    skipped: skipped.size,
    toVerify: pairs.size,
    openErrors: lists.errors.filter((index) => !skipped.has(index + 1)).length,
    listed: Object.fromEntries(SHOWS.map((show) => [show, lists[show].length])) as Record<Show, number>,
  }
}

async function rowView(row: CheckedRow | undefined, skipped: ReadonlySet<number>): Promise<RowView> {
  if (!row) throw new Error('there is no such row')
  const { number, iban, name, problems, warnings, duplicateOf } = row
  const bank = await findBank(iban).catch(() => undefined)
  return {
    number,
    iban,
    name,
    problems,
    warnings,
    duplicateOf,
    skipped: skipped.has(number),
    bank: bank?.name ?? null,
  }
}
