import { duplicateHash, duplicateKey } from '@/lib/names/fold'
import { hashOf } from '@/lib/names/hash'
import type { ColumnMap } from './columns'
import { firstIndexes, LEFT_OUT } from './firstIndexes'
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
  const hashes = noHashes(rows.length)
  for (const [index, row] of rows.entries()) hashRow(hashes, index, row)
  return relateRows(rows, hashes, table.blankRows)
}

const RELATIONS: readonly RowWarning[] = ['iban_many_names', 'name_many_ibans']

/** What rows are compared by, by their index: an IBAN and a name, or `LEFT_OUT` for a row that is not valid. */
export type RowHashes = { ibans: Int32Array; names: Int32Array }

export const noHashes = (rows: number): RowHashes => ({
  ibans: new Int32Array(rows),
  names: new Int32Array(rows),
})

/** To be called for every row, and again when it has changed: best while its texts are at hand. */
export function hashRow({ ibans, names }: RowHashes, index: number, row: CheckedRow): void {
  const valid = row.problems.length === 0
  ibans[index] = valid ? hashOf(row.iban) : LEFT_OUT
  names[index] = valid ? duplicateHash(row.name) : LEFT_OUT
}

/**
 * Finds what repeats among the valid rows and counts everything. Three kinds: the same IBAN and name (`duplicateOf`),
 * one IBAN under several names, one name with several IBANs. Names are compared by `duplicateKey`. Can be called
 * again after rows were replaced: what it found before is forgotten.
 */
export function relateRows(rows: CheckedRow[], hashes: RowHashes, blank: number): CheckedRows {
  for (const row of rows) forget(row)
  const ibans = firstIndexes(hashes.ibans, (a, b) => rowAt(rows, a).iban === rowAt(rows, b).iban)
  const names = firstIndexes(hashes.names, (a, b) => sameName(rowAt(rows, a).name, rowAt(rows, b).name))
  const found = relationsOf(rows, ibans, names)
  if (found.otherNames.size + found.severalIbans.size > 0) markRelations(rows, ibans, names, found)
  return { rows, counts: countRows(rows, ibans, found, blank) }
}

const rowAt = (rows: CheckedRow[], index: number) => rows[index] as CheckedRow

function sameName(a: string, b: string): boolean {
  return a === b || duplicateKey(a) === duplicateKey(b)
}

function forget(row: CheckedRow): void {
  row.duplicateOf = null
  if (row.warnings.length > 0 && row.warnings.some((warning) => RELATIONS.includes(warning))) {
    row.warnings = row.warnings.filter((warning) => !RELATIONS.includes(warning))
  }
}

/** Rows are told by their index, IBANs and names by the index of the first row that has them. */
type Relations = {
  /** For an IBAN with several names: its other names, with the first row of each pair. */
  otherNames: Map<number, Map<number, number>>
  severalIbans: Set<number>
  repeatedIbans: number
  pairs: number
}

function relationsOf(rows: CheckedRow[], ibans: Int32Array, names: Int32Array): Relations {
  const found: Relations = { otherNames: new Map(), severalIbans: new Set(), repeatedIbans: 0, pairs: 0 }
  for (let index = 0; index < rows.length; index++) {
    const [iban, name] = [ibans[index] as number, names[index] as number]
    if (iban < 0) continue
    if (ibans[name] !== iban) found.severalIbans.add(name)
    if (iban === index) {
      found.pairs += 1
      continue
    }
    found.repeatedIbans += 1
    const others = found.otherNames.get(iban)
    const same = names[iban] === name ? iban : others?.get(name)
    if (same !== undefined) {
      const row = rows[index] as CheckedRow
      row.duplicateOf = rows[same]?.number ?? null
      continue
    }
    found.otherNames.set(iban, (others ?? new Map<number, number>()).set(name, index))
    found.pairs += 1
  }
  return found
}

function markRelations(rows: CheckedRow[], ibans: Int32Array, names: Int32Array, found: Relations): void {
  for (let index = 0; index < rows.length; index++) {
    const [iban, name] = [ibans[index] as number, names[index] as number]
    if (iban < 0) continue
    if (found.otherNames.has(iban)) warn(rowAt(rows, index), 'iban_many_names')
    if (found.severalIbans.has(name)) warn(rowAt(rows, index), 'name_many_ibans')
  }
}

function warn(row: CheckedRow, warning: RowWarning): void {
  row.warnings = [...row.warnings, warning]
}

function countRows(
  rows: CheckedRow[],
  ibans: Int32Array,
  { otherNames, repeatedIbans, pairs }: Relations,
  blank: number,
): RowCounts {
  const byReason: RowCounts['byReason'] = {}
  const countries = new Set<number>()
  const counts = { valid: 0, warned: 0, duplicates: 0 }
  for (let index = 0; index < rows.length; index++) {
    const row = rowAt(rows, index)
    const [problem] = row.problems
    if (problem) byReason[problem.code] = (byReason[problem.code] ?? 0) + 1
    else counts.valid += 1
    if (row.warnings.length > 0) counts.warned += 1
    if (row.duplicateOf !== null) counts.duplicates += 1
    if (ibans[index] === index) countries.add((row.iban.charCodeAt(0) << 8) | row.iban.charCodeAt(1))
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
    countries: countries.size,
  }
}
