import { properCase } from '@/lib/tables/case'
import { type ColumnMap, guessColumns } from '@/lib/tables/columns'
import type { FixKind, RawCells } from '@/lib/tables/fixes'
import type { Table, TableOptions, TableProblem } from '@/lib/tables/read'
import { readFile } from '@/lib/tables/readFile'
import { type CheckedRows, hashRow, noHashes, relateRows } from '@/lib/tables/relations'
import { type CheckedRow, checkRow, nameOf, type RowEdit } from '@/lib/tables/rows'
import type { ChangeView, Listing, Opened, Replacement, RowView, Summary } from '../protocol'
import { crowdOf } from './crowd'
import { completedUpload, correctionsIn } from './fix-file'
import { type Change, changesOf, newWork, perform, planned, travel } from './history'
import { cardsOf, fixesOf, indexesOf, sizesOf } from './listing'
import { isKept, packUpload } from './pack'
import { rowView } from './row-view'
import { viewOf } from './table-view'

/** Rows checked before others may speak. */
const SLICE = 10_000

export type Reading = {
  fileName: string
  title: string
  options: TableOptions
  map: ColumnMap | null
  skipped: number[]
  edits: [number, RowEdit][]
}

/**
 * One file on its way to an upload: bytes, table, checked rows, what a person did to them. Lives in the worker; pure
 * of browser interfaces except `CompressionStream` and `crypto`, so that tests run it in Node.
 */
export type Session = ReturnType<typeof newSession>

/** Reads the bytes; answers why not when they are no table. */
export function startSession(bytes: Uint8Array, reading: Reading, hash = ''): Session | TableProblem {
  const table = readFile(bytes, reading.options)
  return 'problem' in table ? table : newSession(bytes, table, reading, hash)
}

function newSession(bytes: Uint8Array, table: Table, reading: Reading, hash: string) {
  const guess = guessColumns(table)
  const { fileName, title, options, map } = reading
  const choices = { fileName, title, options, map: map ?? guess }
  const completes = completedUpload(table)
  const work = newWork(reading.edits, reading.skipped)
  const about = { hash }
  const hashes = noHashes(table.records.length)
  let checked: CheckedRows | null = null
  let known: ReadonlySet<number> = new Set()
  let listing: Listing & { version: number } = { show: 'all', kind: null, version: 0 }
  let indexes: Uint32Array = new Uint32Array()
  let fixes: ReturnType<typeof fixesOf> = new Map()

  const done = () => {
    if (!checked) throw new Error('the rows are not checked yet')
    return checked
  }
  const check = (index: number) => {
    const record = table.records[index]
    if (!record) throw new Error('there is no such row')
    const row = checkRow(record, choices.map, table.headers.length, work.edits.get(record.number))
    hashRow(hashes, index, row)
    return row
  }
  const rawOf = ({ number }: CheckedRow) => {
    const cells = table.records[number - 1]?.cells ?? []
    const edit = work.edits.get(number)
    const { iban } = choices.map
    return {
      iban: edit?.iban ?? (iban === null ? '' : (cells[iban] ?? '')),
      name: edit?.name ?? nameOf(cells, choices.map),
    }
  }
  const list = ({ show, kind }: Listing) => {
    indexes = indexesOf(done().rows, { show, kind }, known)
    listing = { show, kind, version: listing.version + 1 }
  }
  const summary = (): Summary => {
    const { rows, counts } = done()
    fixes = fixesOf(rows, work.skipped, rawOf)
    const { sizes, kinds } = sizesOf(rows, work.skipped, known)
    return {
      ...{ counts, sizes, kinds, openErrors: sizes.errors },
      ...keptOf(rows, work.skipped),
      crowd: crowdOf(rows, work.skipped),
      listing: { ...listing, count: indexes.length },
      fixes: cardsOf(fixes, rawOf),
      known: [...known].filter((number) => !work.skipped.has(number)).length,
      edited: work.edits.size,
      undo: work.past.length,
      redo: work.future.length,
    }
  }
  /** Checks the rows whose cells are new, and all rows against each other. */
  const update = (changed: number[]) => {
    if (changed.length > 0) {
      const { rows } = done()
      for (const number of changed) rows[number - 1] = check(number - 1)
      checked = relateRows(rows, hashes, table.blankRows)
      // what was matched lately was another pair
      const isNew = new Set(changed)
      if (known.size > 0) known = new Set([...known].filter((number) => !isNew.has(number)))
    }
    return summary()
  }
  const change = (wanted: Parameters<typeof planned>[1]): Summary => {
    const plan: Change = planned(work, wanted)
    return update(perform(work, plan))
  }
  const changeListed = (make: (raw: RawCells) => RowEdit | undefined) => {
    const edits: [number, RowEdit][] = []
    for (const index of indexes) {
      const row = done().rows[index] as CheckedRow
      const edit = work.skipped.has(row.number) ? undefined : make(rawOf(row))
      if (edit) edits.push([row.number, edit])
    }
    return { summary: change({ edits }), rows: edits.length }
  }
  return {
    ...{ table, bytes, about, choices, work, completes, list, summary },
    view: (): Opened =>
      viewOf(table, { guess, map: choices.map }, { fileName, title: choices.title, ...about, completes }),
    /** Checks in slices; stops when `goOn` says so. Answers null when stopped. */
    async check(goOn: (share: number) => Promise<boolean>): Promise<Summary | null> {
      const rows: CheckedRow[] = []
      const { length } = table.records
      for (let i = 0; i < length; i++) {
        rows.push(check(i))
        if (i % SLICE === SLICE - 1 && !(await goOn(i / length))) return null
      }
      checked = relateRows(rows, hashes, table.blankRows)
      list(listing)
      return summary()
    },
    rows: (from: number, size: number): Promise<RowView[]> =>
      Promise.all(
        Array.from(indexes.slice(from, from + size), (index) => {
          const row = done().rows[index] as CheckedRow
          const { map } = choices
          return rowView(row, { table, map, work, raw: rawOf(row), known: known.has(row.number) })
        }),
      ),
    edit: (row: number, edit: RowEdit) => change({ edits: [[row, edit]] }),
    /** Replaces a text wherever it stands in the rows of the list, also where only capitals differ. */
    replace({ field, find, text }: Replacement) {
      const wanted = new RegExp(find.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'giu')
      return changeListed((raw) => {
        const after = find === '' ? raw[field] : raw[field].replace(wanted, () => text)
        return after === raw[field] ? undefined : { [field]: after }
      })
    },
    /** Writes names in capitals only, or in small letters only, as people write them; in the rows of the list. */
    properNames: () =>
      changeListed(({ name }) => {
        const after = properCase(name.trim())
        return after === name.trim() ? undefined : { name: after }
      }),
    /** What was typed, replaced or fixed: the file's own text and the new one, for the first rows of all. */
    changes: (most: number): ChangeView[] => changesOf(table, choices.map, work.edits).slice(0, most),
    fix(kind: FixKind): Summary {
      const found = fixes.get(kind) ?? []
      return change({
        edits: found.flatMap(({ row, fix }) =>
          fix.edit ? [[row.number, fix.edit] as [number, RowEdit]] : [],
        ),
        skip: found.flatMap(({ row, fix }) => (fix.skip ? [row.number] : [])),
      })
    },
    skip(rows: number[] | 'errors' | 'known' | 'repeats', on: boolean): Summary {
      const numbers = typeof rows === 'string' ? chosen(done().rows, rows, known) : rows
      return change(on ? { skip: numbers } : { unskip: numbers })
    },
    undo(redo: boolean): Summary {
      const changed = travel(work, redo)
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
        const row = done().rows[indexes[index] as number]
        if (row && row.number !== after && row.problems.length > 0 && !work.skipped.has(row.number)) {
          return { row: row.number, index }
        }
      }
      return null
    },
    setKnown(rows: Iterable<number>): Summary {
      known = new Set(rows)
      return summary()
    },
    /** Takes corrected rows back by their number. Answers how many there were. */
    corrected(file: Uint8Array): { summary: Summary; rows: number } | TableProblem {
      const found = correctionsIn(file, table, choices.map)
      if ('problem' in found) return found
      return {
        summary: change({ edits: found.edits, unskip: found.edits.map(([row]) => row) }),
        rows: found.edits.length,
      }
    },
    checkedRows: () => done().rows,
    pack: () =>
      packUpload({ ...choices, ...{ bytes, table, ...about, completes }, rows: done().rows, ...work }),
  }
}

/** `toVerify`: of kept rows with the same pair one counts, also when the first of them is skipped. */
function keptOf(rows: CheckedRow[], skipped: ReadonlySet<number>) {
  const counted = new Uint8Array(rows.length + 1)
  let kept = 0
  let toVerify = 0
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] as CheckedRow
    if (!isKept(row, skipped)) continue
    kept += 1
    const pair = row.duplicateOf ?? row.number
    if (counted[pair] === 0) toVerify += 1
    counted[pair] = 1
  }
  return { kept, skipped: skipped.size, toVerify }
}

function chosen(
  rows: CheckedRow[],
  which: 'errors' | 'known' | 'repeats',
  known: ReadonlySet<number>,
): number[] {
  const isChosen = {
    errors: (row: CheckedRow) => row.problems.length > 0,
    known: (row: CheckedRow) => known.has(row.number),
    repeats: (row: CheckedRow) => row.duplicateOf !== null,
  }[which]
  return rows.filter(isChosen).map(({ number }) => number)
}
