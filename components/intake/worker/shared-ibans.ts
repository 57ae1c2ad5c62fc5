import { foldName } from '@/lib/names/text/fold'
import type { CheckedRows } from '@/lib/tables/rows/checked-rows'

/** How many IBANs of the rows to send have how many different names, from two on, ignoring case and accents. */
export function countSharedIbans(rows: CheckedRows, skipped: ReadonlySet<number>): Record<number, number> {
  const names = new Map<number, Set<string>>()
  for (const index of rows.flagged) {
    if (!rows.hasManyNames(index) || skipped.has(index + 1)) continue
    const iban = rows.ibanOf(index)
    names.set(iban, (names.get(iban) ?? new Set()).add(foldName(rows.name(index))))
  }
  const crowd: Record<number, number> = {}
  for (const { size } of names.values()) if (size > 1) crowd[size] = (crowd[size] ?? 0) + 1
  return crowd
}

/** @returns how many IBANs have at least so many names; none without a limit */
export const countIbansWithNames = (crowd: Record<number, number>, from: number | null): number =>
  from === null
    ? 0
    : Object.entries(crowd).reduce((sum, [names, ibans]) => sum + (Number(names) >= from ? ibans : 0), 0)
