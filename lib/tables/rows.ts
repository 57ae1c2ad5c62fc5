import { checkIban, type IbanProblem, type IbanWarning } from '@/lib/iban/validate'
import { checkName, type NameProblem, type NameWarning } from '@/lib/names/check'
import { duplicateKey } from '@/lib/names/fold'
import type { ColumnMap } from './columns'
import { hintFor, type RowHint, soundsGarbled } from './hints'
import type { Rec, Table } from './read'

/** What keeps a row from being sent; `hint` says more about the same cell where we know it. */
export type RowProblem =
  | (IbanProblem & { field: 'iban'; hint?: RowHint })
  | { field: 'name'; code: NameProblem; hint?: RowHint }

export type RowWarning =
  | IbanWarning
  | NameWarning
  | 'iban_many_names'
  | 'name_line_break'
  | 'suspected_encoding'
  | 'columns'

export type CheckedRow = {
  number: number
  line: number
  /** Cleaned, also when it is wrong. */
  iban: string
  /** Tidied when it is right, else as it stands. */
  name: string
  reference?: string
  note?: string
  problems: RowProblem[]
  warnings: RowWarning[]
  /** The number of the first row with the same IBAN and name. */
  duplicateOf: number | null
}

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

/**
 * Checks every row of a table: the IBAN, the name, and what repeats in the file.
 *
 * An invalid IBAN or name is a problem of its row only. Duplicates are found among valid rows, by the cleaned IBAN
 * and `duplicateKey` of the name. The columns must be chosen: with no IBAN or name column every row lacks them.
 */
export function checkRows(table: Table, map: ColumnMap): CheckedRows {
  const checker = rowChecker(map, table.headers.length)
  for (const record of table.records) checker.add(record)
  return checker.finish(table.blankRows)
}

/** The same, row by row, for callers that must not stop for long: `add` each record in file order, then `finish`. */
export function rowChecker(map: ColumnMap, width: number) {
  const rows: CheckedRow[] = []
  const seen = newMemory()
  return {
    rows,
    add(record: Rec): CheckedRow {
      const row = checkRow(record, map, width)
      if (row.problems.length === 0) remember(seen, row)
      rows.push(row)
      return row
    },
    finish(blank: number): CheckedRows {
      markManyNames(rows, seen)
      return { rows, counts: countRows(rows, seen, blank) }
    },
  }
}

/** Checks one row by itself; duplicates are for `rowChecker`. */
export function checkRow(record: Rec, map: ColumnMap, width = 0): CheckedRow {
  const rawIban = map.iban === null ? '' : (record.cells[map.iban] ?? '')
  const rawName = nameOf(record.cells, map)
  const flat = rawName.includes('\n') || rawName.includes('\r') ? rawName.replace(LINE_BREAKS, ' ') : rawName
  const iban = checkIban(rawIban)
  const name = checkName(flat)
  const row: CheckedRow = {
    number: record.number,
    line: record.line,
    iban: iban.iban,
    name: name.ok ? name.name : rawName,
    problems: [],
    warnings: [],
    duplicateOf: null,
  }
  addTexts(row, record.cells, map)
  const hint = iban.ok && name.ok ? undefined : hintFor(rawIban, rawName)
  if (iban.ok) row.warnings.push(...iban.warnings)
  else row.problems.push({ field: 'iban', ...iban.problem, ...(hint && { hint }) })
  if (name.ok) row.warnings.push(...name.warnings)
  else row.problems.push({ field: 'name', code: name.code, ...(hint === 'columns_swapped' && { hint }) })
  if (flat !== rawName) row.warnings.push('name_line_break')
  if (soundsGarbled(rawName)) row.warnings.push('suspected_encoding')
  if (hasWrongWidth(record.cells, width)) row.warnings.push('columns')
  return row
}

const LINE_BREAKS = /[\r\n]+/g

/** The name of a row: the first filled `instead` column, or else the `name` columns joined. */
export function nameOf(cells: string[], map: ColumnMap): string {
  for (const index of map.instead) {
    const cell = cells[index]
    if (cell && cell.trim() !== '') return cell
  }
  const [only] = map.name
  if (map.name.length === 1 && only !== undefined) return cells[only] ?? ''
  return map.name
    .map((index) => cells[index]?.trim() ?? '')
    .filter((part) => part !== '')
    .join(' ')
}

function addTexts(row: CheckedRow, cells: string[], map: ColumnMap): void {
  const reference = map.reference === null ? '' : (cells[map.reference]?.trim() ?? '')
  const note = map.note === null ? '' : (cells[map.note]?.trim() ?? '')
  if (reference !== '') row.reference = reference
  if (note !== '') row.note = note
}

/** Missing cells at the end are usual; text beyond the last header, or a single cell of many, is a slipped row. */
function hasWrongWidth(cells: string[], width: number): boolean {
  if (width === 0 || cells.length === width) return false
  return cells.length > width ? cells.slice(width).some((cell) => cell.trim() !== '') : cells.length === 1
}

/** `names`: the one name of an IBAN, or all of them once there are several. */
type Memory = { pairs: Map<string, number>; names: Map<string, string | Set<string>>; repeatedIbans: number }

function newMemory(): Memory {
  return { pairs: new Map(), names: new Map(), repeatedIbans: 0 }
}

function remember(seen: Memory, row: CheckedRow): void {
  const key = duplicateKey(row.name)
  const pair = `${row.iban} ${key}`
  const first = seen.pairs.get(pair)
  if (first === undefined) seen.pairs.set(pair, row.number)
  else row.duplicateOf = first
  const known = seen.names.get(row.iban)
  if (known === undefined) seen.names.set(row.iban, key)
  else {
    seen.repeatedIbans += 1
    if (known instanceof Set) known.add(key)
    else if (known !== key) seen.names.set(row.iban, new Set([known, key]))
  }
}

function markManyNames(rows: CheckedRow[], { names }: Memory): void {
  for (const row of rows) {
    if (row.problems.length === 0 && names.get(row.iban) instanceof Set) row.warnings.push('iban_many_names')
  }
}

function countRows(rows: CheckedRow[], { pairs, names, repeatedIbans }: Memory, blank: number): RowCounts {
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
    ibansWithSeveralNames: [...names.values()].filter((known) => known instanceof Set).length,
    distinctPairs: pairs.size,
    countries: new Set([...names.keys()].map((iban) => iban.slice(0, 2))).size,
  }
}
