import { foldName } from '@/lib/names/fold'
import type { CheckedRow } from '@/lib/tables/rows'
import { isKept } from './pack'

/** How many IBANs of the rows to send have how many different names, from two on. Case and accents do not count. */
export function crowdOf(rows: CheckedRow[], skipped: ReadonlySet<number>): Record<number, number> {
  const names = new Map<string, Set<string>>()
  for (const row of rows) {
    if (!row.warnings.includes('iban_many_names') || !isKept(row, skipped)) continue
    const known = names.get(row.iban) ?? new Set()
    names.set(row.iban, known.add(foldName(row.name)))
  }
  const crowd: Record<number, number> = {}
  for (const { size } of names.values()) if (size > 1) crowd[size] = (crowd[size] ?? 0) + 1
  return crowd
}

/** @returns how many IBANs have so many names or more; none where there is no limit */
export const crowdedFrom = (crowd: Record<number, number>, from: number | null): number =>
  from === null
    ? 0
    : Object.entries(crowd).reduce((sum, [names, ibans]) => sum + (Number(names) >= from ? ibans : 0), 0)
