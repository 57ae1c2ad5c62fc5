import type { ChangeView } from '@/components/intake/protocol'
import { nameOf } from '@/lib/tables/rows/rows'
import type { ColumnMap, RowEdit, Table } from '@/lib/tables/table'

/** What was done to rows at once: each with what it was before and is after. */
export type Change = {
  edits: { row: number; before: RowEdit | undefined; after: RowEdit | undefined }[]
  skips: { row: number; after: boolean }[]
}

/** Everything a person did to the rows; undo and redo without end. */
export type Work = { edits: Map<number, RowEdit>; skipped: Set<number>; past: Change[]; future: Change[] }

export function newWork(edits: [number, RowEdit][], skipped: number[]): Work {
  return { edits: new Map(edits), skipped: new Set(skipped), past: [], future: [] }
}

/** Plans what would be done: only rows that would really change. */
export function planned(
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

/** Does a change and remembers it. @returns the rows whose cells are new */
export function perform(work: Work, change: Change): number[] {
  if (change.edits.length + change.skips.length === 0) return []
  work.past.push(change)
  work.future = []
  return apply(work, change, false)
}

/** Takes the last change back, or does the last undone one again. */
export function travel(work: Work, redo: boolean): number[] {
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

/** Every cell that is another than in the file, in the order of the rows. */
export function changesOf(table: Table, map: ColumnMap, edits: ReadonlyMap<number, RowEdit>): ChangeView[] {
  return [...edits]
    .sort(([a], [b]) => a - b)
    .flatMap(([row, edit]) => {
      const cells = table.records[row - 1]?.cells ?? []
      const before = { iban: map.iban === null ? '' : (cells[map.iban] ?? ''), name: nameOf(cells, map) }
      return (['name', 'iban'] as const).flatMap((field) => {
        const after = edit[field]
        return after === undefined || after === before[field]
          ? []
          : [{ row, field, before: before[field], after }]
      })
    })
}
