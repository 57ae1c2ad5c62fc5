import type { ChangeView } from '@/components/intake/protocol'
import { rawCells } from '@/lib/tables/rows/rows'
import type { ColumnMap, ParsedTable, RowEdit } from '@/lib/tables/table'

/** One change to many rows: each with its state before and after. */
type Change = {
  edits: { row: number; before: RowEdit | undefined; after: RowEdit | undefined }[]
  skips: { row: number; after: boolean }[]
}

/** All changes to the rows, with unlimited undo and redo. */
export type Work = { edits: Map<number, RowEdit>; skipped: Set<number>; past: Change[]; future: Change[] }

export function newWork(edits: [number, RowEdit][], skipped: number[]): Work {
  return { edits: new Map(edits), skipped: new Set(skipped), past: [], future: [] }
}

/** Plans a change, without the rows that it would leave unchanged. */
export function planChange(
  work: Work,
  wanted: { edits?: [number, RowEdit][]; skip?: number[]; unskip?: number[] },
): Change {
  const edits = (wanted.edits ?? []).map(([row, edit]) => {
    const before = work.edits.get(row)
    return { row, before, after: { ...before, ...edit } }
  })
  const skips = [
    ...(wanted.skip ?? []).filter((row) => !work.skipped.has(row)).map((row) => ({ row, after: true })),
    ...(wanted.unskip ?? []).filter((row) => work.skipped.has(row)).map((row) => ({ row, after: false })),
  ]
  return { edits, skips }
}

/** Applies a change and adds it to the history. @returns the rows with new cells */
export function applyChange(work: Work, change: Change): number[] {
  if (change.edits.length + change.skips.length === 0) return []
  work.past.push(change)
  work.future = []
  return apply(work, change, false)
}

/** Undoes the last change, or redoes the last undone one. */
export function undoOrRedo(work: Work, redo: boolean): number[] {
  const [from, to] = redo ? [work.future, work.past] : [work.past, work.future]
  const change = from.pop()
  if (!change) return []
  to.push(change)
  return apply(work, change, !redo)
}

function apply({ edits, skipped }: Work, change: Change, back: boolean): number[] {
  for (const { row, before, after } of change.edits) {
    const edit = back ? before : after
    if (edit) edits.set(row, edit)
    else edits.delete(row)
  }
  for (const { row, after } of change.skips) after !== back ? skipped.add(row) : skipped.delete(row)
  return change.edits.map(({ row }) => row)
}

const FIELDS = {
  iban: ({ iban }) => iban,
  name: ({ name, instead }) => [name, instead],
  reference: ({ reference }) => reference,
  note: ({ note }) => note,
} satisfies Record<keyof RowEdit, (map: ColumnMap) => unknown>

/** Drops the changes to cells that come from other columns now, and the history, which could bring them back. */
export function dropMoved(work: Work, before: ColumnMap, after: ColumnMap): void {
  const columnsOf = (field: keyof RowEdit, map: ColumnMap) => JSON.stringify(FIELDS[field](map))
  const moved = (Object.keys(FIELDS) as (keyof RowEdit)[]).filter(
    (field) => columnsOf(field, before) !== columnsOf(field, after),
  )
  if (moved.length === 0) return
  for (const [row, { ...edit }] of work.edits) {
    for (const field of moved) delete edit[field]
    if (Object.keys(edit).length > 0) work.edits.set(row, edit)
    else work.edits.delete(row)
  }
  work.past = []
  work.future = []
}

/** Every cell that differs from the file, in row order. */
export function editsOf(
  table: ParsedTable,
  map: ColumnMap,
  edits: ReadonlyMap<number, RowEdit>,
): ChangeView[] {
  return [...edits]
    .sort(([a], [b]) => a - b)
    .flatMap(([row, edit]) => {
      const record = table.records[row - 1]
      if (!record) return []
      const before = rawCells(record, map)
      return (['name', 'iban'] as const).flatMap((field) => {
        const after = edit[field]
        return after === undefined || after === before[field]
          ? []
          : [{ row, field, before: before[field], after }]
      })
    })
}
