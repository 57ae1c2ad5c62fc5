import type { ChangeView, Listing, Opened, Replacement, RowView, Summary } from '@/components/intake/protocol'
import { withAmounts } from '@/lib/tables/columns/amount-columns'
import { guessColumns } from '@/lib/tables/columns/columns'
import { withOwnColumns } from '@/lib/tables/columns/own-columns'
import { properCase } from '@/lib/tables/fixes/case'
import type { FixKind } from '@/lib/tables/fixes/fixes'
import { readFile } from '@/lib/tables/read/read-file'
import { CheckedRows } from '@/lib/tables/rows/checked-rows'
import { type CheckedRow, type RawCells, rawCells } from '@/lib/tables/rows/rows'
import type { ColumnMap, ParsedTable, Rec, RowEdit, TableOptions, TableProblem } from '@/lib/tables/table'
import { widthOf } from '@/lib/tables/text/record'
import { completedUpload, correctionsIn } from './fix-file'
import { applyChange, dropMoved, editsOf, newWork, planChange, undoOrRedo } from './history'
import { cardsOf, fixesOf, indexesOf, sizesOf } from './listing'
import { packUpload } from './pack'
import { rowView } from './row-view'
import { countSharedIbans } from './shared-ibans'
import { tableView } from './table-view'

/** Rows to check before yielding. */
const SLICE = 10_000

export type TableReading = {
  fileName: string
  title: string
  options: TableOptions
  map: ColumnMap | null
  skipped: number[]
  edits: [number, RowEdit][]
}

/**
 * One file before it becomes an upload: bytes, table, checked rows, changes. Runs in the worker, and uses no browser
 * API except `CompressionStream` and `crypto`, so that tests run it in Node.
 */
export type Session = ReturnType<typeof newSession>

/** Parses the bytes, or returns why they are no table. */
export async function startSession(
  bytes: Uint8Array,
  reading: TableReading,
): Promise<Session | TableProblem> {
  // computed in parallel with parsing
  const hash = sha256Hex(bytes)
  const table = readFile(bytes, reading.options)
  if ('problem' in table) return table
  // another delimiter that a person tries may be the wrong one
  if (reading.options.delimiter === undefined && isOneColumn(table)) return { problem: 'header_not_found' }
  return newSession(bytes, table, reading, await hash)
}

/** Whether a text, such as a letter or an MT940, has no columns: a name and an IBAN take two. */
const isOneColumn = ({ format, headers, records }: ParsedTable) =>
  format === 'text' && headers.length < 2 && records.every((record) => widthOf(record) < 2)

/** In lower-case hex. */
async function sha256Hex(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function newSession(bytes: Uint8Array, table: ParsedTable, reading: TableReading, hash: string) {
  const guess = guessColumns(table)
  const { fileName, title, options, map } = reading
  const columnsOf = (chosen: ColumnMap) => withAmounts(table, withOwnColumns(table.map, chosen))
  const choices = { fileName, title, options, map: columnsOf(map ?? guess) }
  const completes = completedUpload(table)
  const work = newWork(reading.edits, reading.skipped)
  let checked: CheckedRows | null = null
  let listing: Listing & { version: number } = { show: 'all', kind: null, version: 0 }
  let indexes: Uint32Array = new Uint32Array()
  let fixes: ReturnType<typeof fixesOf> = new Map()

  const done = () => {
    if (!checked) throw new Error('the rows are not checked yet')
    return checked
  }
  const rawOf = ({ number }: CheckedRow): RawCells =>
    rawCells(table.records[number - 1] as Rec, choices.map, work.edits.get(number))
  const list = ({ show, kind }: Listing) => {
    indexes = indexesOf(done(), { show, kind })
    listing = { show, kind, version: listing.version + 1 }
  }
  const summary = (): Summary => {
    const rows = done()
    fixes = fixesOf(rows, work.skipped, rawOf)
    const { sizes, kinds } = sizesOf(rows, work.skipped)
    return {
      sizes,
      kinds,
      openErrors: sizes.errors,
      ...keptOf(rows, work.skipped),
      crowd: countSharedIbans(rows, work.skipped),
      listing: { ...listing, count: indexes.length },
      fixes: cardsOf(fixes, rawOf),
      edited: work.edits.size,
      undo: work.past.length,
      redo: work.future.length,
    }
  }
  /** Checks the rows with new cells, and all rows against each other. */
  const update = (changed: number[]) => {
    if (changed.length > 0) {
      const rows = done()
      for (const number of changed) rows.check(number - 1)
      rows.relate()
    }
    return summary()
  }
  const change = (wanted: Parameters<typeof planChange>[1]): Summary =>
    update(applyChange(work, planChange(work, wanted)))
  const changeListed = (make: (raw: RawCells) => RowEdit | undefined) => {
    const edits: [number, RowEdit][] = []
    for (const index of indexes) {
      const row = done().row(index)
      // a possibly truncated name is completed or confirmed separately
      const isCut = row.problems.some(({ code }) => code === 'columns')
      const edit = isCut || work.skipped.has(row.number) ? undefined : make(rawOf(row))
      if (edit) edits.push([row.number, edit])
    }
    return { summary: change({ edits }), rows: edits.length }
  }
  return {
    setMap(map: ColumnMap) {
      const next = columnsOf(map)
      dropMoved(work, choices.map, next)
      choices.map = next
    },
    table,
    bytes,
    hash,
    choices,
    work,
    completes,
    list,
    summary,
    view: (): Opened =>
      tableView(table, { guess, map: choices.map }, { fileName, title: choices.title, hash, completes }),
    /** Checks in slices while `goOn` allows it. Returns null when stopped. */
    async check(goOn: (share: number) => Promise<boolean>): Promise<Summary | null> {
      const rows = new CheckedRows(table, choices.map, work.edits)
      for (let i = 0; i < rows.length; i++) {
        rows.check(i)
        if (i % SLICE === SLICE - 1 && !(await goOn(i / rows.length))) return null
      }
      rows.relate()
      checked = rows
      list(listing)
      return summary()
    },
    rows: (from: number, size: number): Promise<RowView[]> =>
      Promise.all(
        Array.from(indexes.slice(from, from + size), (index) => {
          const row = done().row(index)
          return rowView(row, { table, map: choices.map, work, raw: rawOf(row) })
        }),
      ),
    edit: (row: number, edit: RowEdit) => change({ edits: [[row, edit]] }),
    /** Replaces a text everywhere in the listed rows, ignoring case. */
    replace({ field, find, text }: Replacement) {
      const wanted = new RegExp(find.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'giu')
      return changeListed((raw) => {
        const after = find === '' ? raw[field] : raw[field].replace(wanted, () => text)
        return after === raw[field] ? undefined : { [field]: after }
      })
    },
    /** Changes names in all capitals or all lower case to normal case, in the listed rows. */
    properNames: () =>
      changeListed(({ name }) => {
        const after = properCase(name.trim())
        return after === name.trim() ? undefined : { name: after }
      }),
    /** Typed, replaced or fixed values with the file's own text, for the first of these rows. */
    changes: (most: number): ChangeView[] => editsOf(table, choices.map, work.edits).slice(0, most),
    fix(kind: FixKind): Summary {
      const found = fixes.get(kind) ?? []
      return change({
        edits: found.flatMap(({ row, fix }) =>
          fix.edit ? [[row.number, fix.edit] as [number, RowEdit]] : [],
        ),
        skip: found.flatMap(({ row, fix }) => (fix.skip ? [row.number] : [])),
      })
    },
    skip(rows: number[] | 'errors' | 'repeats', on: boolean): Summary {
      const numbers = typeof rows === 'string' ? chosen(done(), rows, work.skipped) : rows
      return change(on ? { skip: numbers } : { unskip: numbers })
    },
    undo(redo: boolean): Summary {
      const changed = undoOrRedo(work, redo)
      const inSight = new Set(indexes)
      const before = update(changed)
      if (changed.every((number) => inSight.has(number - 1))) return before
      list(listing)
      return summary()
    },
    nextError(after: number) {
      const from = indexes.findIndex((index) => index + 1 === after)
      for (let step = 1; step <= indexes.length; step++) {
        const index = (from + step) % indexes.length
        const row = (indexes[index] as number) + 1
        if (row !== after && !done().isValid(row - 1) && !work.skipped.has(row)) return { row, index }
      }
      return null
    },
    /** Imports corrected rows by their number. Returns how many there were. */
    corrected(file: Uint8Array): { summary: Summary; rows: number } | TableProblem {
      const found = correctionsIn(file, table, hash, choices.map)
      if ('problem' in found) return found
      return {
        summary: change({ edits: found.edits, unskip: found.edits.map(([row]) => row) }),
        rows: found.edits.length,
      }
    },
    checkedRows: done,
    pack: () => packUpload({ ...choices, bytes, table, hash, completes, rows: done(), ...work }),
  }
}

/** `toVerify` counts kept rows with the same pair once, even if the first of them is skipped. */
function keptOf(rows: CheckedRows, skipped: ReadonlySet<number>) {
  const counted = new Uint8Array(rows.length)
  let [invalid, kept, toVerify] = [0, 0, 0]
  for (let index = 0; index < rows.length; index++) {
    if (!rows.isValid(index)) invalid += 1
    else if (!skipped.has(index + 1)) {
      kept += 1
      const pair = rows.pairOf(index)
      if (counted[pair] === 0) toVerify += 1
      counted[pair] = 1
    }
  }
  return { invalid, kept, toVerify }
}

/** The rows with errors; or the repeats of each pair after the first row of it that is not skipped. */
function chosen(rows: CheckedRows, which: 'errors' | 'repeats', skipped: ReadonlySet<number>): number[] {
  const kept = new Set<number>()
  const isRepeat = (index: number) => {
    const first = rows.pairOf(index)
    if (!rows.isValid(index) || first === index || skipped.has(index + 1)) return false
    if (!skipped.has(first + 1) || kept.has(first)) return true
    kept.add(first)
    return false
  }
  return Array.from(rows.flagged)
    .filter((index) => (which === 'errors' ? !rows.isValid(index) : isRepeat(index)))
    .map((index) => index + 1)
}
