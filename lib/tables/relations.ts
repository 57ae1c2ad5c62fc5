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
  const seen: Memory = { ibans: new Map(), names: new Map(), pairs: 0, repeatedIbans: 0 }
  const keys: string[] = []
  for (const [index, row] of rows.entries()) {
    row.duplicateOf = null
    if (row.warnings.length > 0 && row.warnings.some((warning) => RELATIONS.includes(warning))) {
      row.warnings = row.warnings.filter((warning) => !RELATIONS.includes(warning))
    }
    if (row.problems.length > 0) continue
    const key = duplicateKey(row.name)
    keys[index] = key
    remember(seen, row, key)
  }
  for (const [index, row] of rows.entries()) {
    if (row.problems.length > 0) continue
    if (seen.ibans.get(row.iban)?.others) row.warnings = [...row.warnings, 'iban_many_names']
    if (seen.names.get(keys[index] ?? '') === SEVERAL) row.warnings = [...row.warnings, 'name_many_ibans']
  }
  return { rows, counts: countRows(rows, seen, blank) }
}

const SEVERAL = ''

/** The first name of an IBAN with its row; `others`: further names with theirs. */
type Known = { key: string; number: number; others: Map<string, number> | null }

/** `names`: the one IBAN of a name, or SEVERAL. */
type Memory = { ibans: Map<string, Known>; names: Map<string, string>; pairs: number; repeatedIbans: number }

function remember(seen: Memory, row: CheckedRow, key: string): void {
  const iban = seen.names.get(key)
  if (iban === undefined) seen.names.set(key, row.iban)
  else if (iban !== row.iban && iban !== SEVERAL) seen.names.set(key, SEVERAL)
  const known = seen.ibans.get(row.iban)
  if (known === undefined) {
    seen.ibans.set(row.iban, { key, number: row.number, others: null })
    seen.pairs += 1
    return
  }
  seen.repeatedIbans += 1
  const first = known.key === key ? known.number : known.others?.get(key)
  if (first !== undefined) {
    row.duplicateOf = first
    return
  }
  known.others ??= new Map()
  known.others.set(key, row.number)
  seen.pairs += 1
}

function countRows(rows: CheckedRow[], { pairs, ibans, repeatedIbans }: Memory, blank: number): RowCounts {
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
    ibansWithSeveralNames: [...ibans.values()].filter(({ others }) => others !== null).length,
    distinctPairs: pairs,
    countries: new Set([...ibans.keys()].map((iban) => iban.slice(0, 2))).size,
  }
}
