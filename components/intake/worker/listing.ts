import { FIX_KINDS, type Fix, fixesFor, mayBeFixed } from '@/lib/tables/fixes/fixes'
import type { CheckedRows, RowVerdict } from '@/lib/tables/rows/checked-rows'
import type { CheckedRow, RawCells } from '@/lib/tables/rows/rows'
import { type FixCard, isRepeat, SHOWS, type Show } from '../protocol'

/** The kinds of a row, by filter. */
function kindsOf(row: RowVerdict): Record<Exclude<Show, 'all'>, string[]> {
  return {
    errors: [...new Set(row.problems.map(({ hint, code }) => hint ?? code))],
    warnings: row.warnings.filter((warning) => !isRepeat(warning)),
    same_pair: row.duplicateOf === null ? [] : ['same_pair'],
    iban_many_names: row.warnings.filter((warning) => warning === 'iban_many_names'),
    name_many_ibans: row.warnings.filter((warning) => warning === 'name_many_ibans'),
  }
}

export type Sizes = {
  sizes: Record<Show, number>
  /** Filters without kinds are left out. */
  kinds: Partial<Record<Show, { kind: string; count: number }[]>>
}

/** The size of each filter and kind; skipped rows are no open errors. */
export function sizesOf(rows: CheckedRows, skipped: ReadonlySet<number>): Sizes {
  const none = { errors: 0, warnings: 0, same_pair: 0, iban_many_names: 0, name_many_ibans: 0 }
  const sizes = { all: rows.length, ...none }
  const counts = { errors: new Map<string, number>(), warnings: new Map<string, number>() }
  for (const index of rows.flagged) {
    const found = kindsOf(rows.verdict(index))
    if (skipped.has(index + 1)) found.errors = []
    for (const show of SHOWS) if (show !== 'all' && found[show].length > 0) sizes[show] += 1
    for (const show of ['errors', 'warnings'] as const)
      for (const kind of found[show]) counts[show].set(kind, (counts[show].get(kind) ?? 0) + 1)
  }
  const listed = (of: Map<string, number>) =>
    [...of].map(([kind, count]) => ({ kind, count })).sort((a, b) => b.count - a.count)
  return { sizes, kinds: { errors: listed(counts.errors), warnings: listed(counts.warnings) } }
}

/** Indexes of the rows in a filter, or in one kind of it. Skipped rows stay in their list. */
export function indexesOf(
  rows: CheckedRows,
  { show, kind }: { show: Show; kind: string | null },
): Uint32Array {
  if (show === 'all') return new Uint32Array(rows.length).map((_, index) => index)
  return rows.flagged.filter((index) => {
    const kinds = kindsOf(rows.verdict(index))[show]
    return kind === null ? kinds.length > 0 : kinds.includes(kind)
  })
}

/** Every available fix for many rows, with its rows. */
export function fixesOf(
  rows: CheckedRows,
  skipped: ReadonlySet<number>,
  rawOf: (row: CheckedRow) => RawCells,
): Map<Fix['kind'], { row: CheckedRow; fix: Fix }[]> {
  const found = new Map<Fix['kind'], { row: CheckedRow; fix: Fix }[]>()
  for (const index of rows.flagged) {
    const row = rows.own(index)
    if (!row || !mayBeFixed(row) || skipped.has(index + 1)) continue
    for (const fix of fixesFor(row, rawOf(row))) {
      const list = found.get(fix.kind)
      if (list) list.push({ row, fix })
      else found.set(fix.kind, [{ row, fix }])
    }
  }
  return found
}

export function cardsOf(found: ReturnType<typeof fixesOf>, rawOf: (row: CheckedRow) => RawCells): FixCard[] {
  return FIX_KINDS.flatMap((kind) => {
    const list = found.get(kind)
    const first = list?.[0]
    if (!list || !first) return []
    const raw = rawOf(first.row)
    const { iban, name } = first.fix.edit ?? {}
    const isIban = iban !== undefined && kind !== 'columns'
    const before = isIban ? raw.iban : raw.name
    return [{ kind, rows: list.length, before, after: (isIban ? iban : name) ?? '' }]
  })
}
