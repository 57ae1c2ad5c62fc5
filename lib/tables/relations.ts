import { duplicateKey } from '@/lib/names/fold'
import type { ColumnMap } from './columns'
import type { Table } from './read'
import { type CheckedRow, checkRow, type RowProblem, type RowWarning } from './rows'

export type RowCounts = {
  data: number
  blank: number
  valid: number
  invalid: number
  /** By the first problem of a row. */
  byReason: Partial<Record<RowProblem['code'], number>>
  warned: number
  /** Valid rows whose (IBAN, name) was already seen. */
  duplicates: number
  /** Valid rows whose IBAN was already seen, whatever the name. */
  duplicateIbans: number
  ibansWithSeveralNames: number
  distinctPairs: number
  countries: number
}

export type CheckedRows = { rows: CheckedRow[]; counts: RowCounts }

/** Checks every row of a table by itself and against the others. */
export function checkRows(table: Table, map: ColumnMap): CheckedRows {
  const rows = table.records.map((record) => checkRow(record, map, table.headers.length))
  return relateRows(rows, table.blankRows)
}

const RELATIONS: readonly RowWarning[] = ['iban_many_names', 'name_many_ibans']

/**
 * Finds what repeats among the valid rows and counts everything. Three kinds: the same IBAN and name (`duplicateOf`),
 * one IBAN under several names, one name with several IBANs. Names are compared by `duplicateKey`. Can be called
 * again after rows were replaced: what it found before is forgotten.
 */
export function relateRows(rows: CheckedRow[], blank: number): CheckedRows {
  const seen: Memory = {
    ...{ keys: [], ibans: new Map(), otherNames: new Map(), names: new Map(), severalIbans: new Set() },
    ...{ pairs: 0, repeatedIbans: 0 },
  }
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] as CheckedRow
    row.duplicateOf = null
    if (row.warnings.length > 0 && row.warnings.some((warning) => RELATIONS.includes(warning))) {
      row.warnings = row.warnings.filter((warning) => !RELATIONS.includes(warning))
    }
    if (row.problems.length > 0) continue
    seen.keys[index] = duplicateKey(row.name)
    remember(seen, rows, index)
  }
  if (seen.otherNames.size + seen.severalIbans.size > 0) markRelations(rows, seen)
  return { rows, counts: countRows(rows, seen, blank) }
}

function markRelations(rows: CheckedRow[], { keys, otherNames, severalIbans }: Memory): void {
  for (const [index, row] of rows.entries()) {
    if (row.problems.length > 0) continue
    if (otherNames.has(row.iban)) row.warnings = [...row.warnings, 'iban_many_names']
    if (severalIbans.has(keys[index] ?? '')) row.warnings = [...row.warnings, 'name_many_ibans']
  }
}

/** What was seen so far; rows are remembered by their index. Most IBANs and names stand once. */
type Memory = {
  /** The key of the name of each valid row. */
  keys: string[]
  /** The first row of each IBAN. */
  ibans: Map<string, number>
  /** Names of an IBAN other than that of its first row, with the first row of each. */
  otherNames: Map<string, Map<string, number>>
  /** The first row of each name. */
  names: Map<string, number>
  severalIbans: Set<string>
  pairs: number
  repeatedIbans: number
}

function remember(seen: Memory, rows: CheckedRow[], index: number): void {
  const row = rows[index] as CheckedRow
  const key = seen.keys[index] as string
  const named = seen.names.get(key)
  if (named === undefined) seen.names.set(key, index)
  else if (rows[named]?.iban !== row.iban) seen.severalIbans.add(key)
  const first = seen.ibans.get(row.iban)
  if (first === undefined) {
    seen.ibans.set(row.iban, index)
    seen.pairs += 1
    return
  }
  seen.repeatedIbans += 1
  const others = seen.otherNames.get(row.iban)
  const same = seen.keys[first] === key ? first : others?.get(key)
  if (same !== undefined) {
    row.duplicateOf = rows[same]?.number ?? null
    return
  }
  seen.otherNames.set(row.iban, (others ?? new Map<string, number>()).set(key, index))
  seen.pairs += 1
}

function countRows(
  rows: CheckedRow[],
  { pairs, ibans, otherNames, repeatedIbans }: Memory,
  blank: number,
): RowCounts {
  const byReason: RowCounts['byReason'] = {}
  const counts = { valid: 0, warned: 0, duplicates: 0 }
  for (const row of rows) {
    const [problem] = row.problems
    if (problem) byReason[problem.code] = (byReason[problem.code] ?? 0) + 1
    else counts.valid += 1
    if (row.warnings.length > 0) counts.warned += 1
    if (row.duplicateOf !== null) counts.duplicates += 1
  }
  return {
    ...counts,
    data: rows.length,
    blank,
    invalid: rows.length - counts.valid,
    byReason,
    duplicateIbans: repeatedIbans,
    ibansWithSeveralNames: otherNames.size,
    distinctPairs: pairs,
    countries: new Set([...ibans.keys()].map((iban) => iban.slice(0, 2))).size,
  }
}
