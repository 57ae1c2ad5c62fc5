import { readFile } from '@/lib/tables/read/read-file'
import type { ColumnMap, TableProblem } from '@/lib/tables/table'
import type { ReadAs } from '@/lib/tables/write/annotate-file'
import { rewriteTable } from '@/lib/tables/write/rewrite-table'
import { shortenName } from '@/lib/tables/write/written-name'
import { sumsOf } from './decimal'
import type { CutFiles, CutPart, CutPlan } from './line'
import { paidLines } from './paid-table'

/**
 * Splits a table into the rows that leave and the rest. Everything that is no row is in both files; each row is in one
 * of them, byte for byte, but for the names of `plan.names`. `shortened` holds every name that was not written as
 * planned: cut at the cap, or without letters that the file's encoding lacks.
 */
export function cutTable(
  bytes: Uint8Array,
  table: ReadAs,
  map: ColumnMap,
  plan: CutPlan,
): CutFiles | TableProblem {
  const found = readFile(bytes, table)
  if ('problem' in found) return found
  const [released, gone] = [new Set(plan.released), new Set(plan.gone)]
  const lines = paidLines(found, map).filter(({ number }) => !gone.has(number))
  const names = new Map(plan.names.map(([row, name]) => [row, shortenName(name, plan.nameCap)]))
  const shortened = new Map(
    plan.names.filter(([row, name]) => names.get(row) !== name).map(([row]) => [row, names.get(row) ?? '']),
  )
  const part = (leaves: boolean): CutPart | null => {
    const mine = lines.filter(({ number }) => released.has(number) === leaves)
    if (mine.length === 0) return null
    const kept = new Set(mine.map(({ number }) => number))
    const changes = {
      keeps: (row: number) => kept.has(row),
      nameOf: (row: number) => (leaves ? names.get(row) : undefined),
      onChanged: (row: number, written: string) => shortened.set(row, written),
    }
    return { bytes: rewriteTable(bytes, table, map, changes), lines: mine.length, sums: sumsOf(mine) }
  }
  return {
    released: part(true),
    held: part(false),
    original: { lines: lines.length, sums: sumsOf(lines) },
    shortened: [...shortened].sort(([a], [b]) => a - b),
  }
}
