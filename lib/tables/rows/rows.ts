import { checkIban, type IbanProblem, type IbanVerdict, type IbanWarning } from '@/lib/iban/validate'
import { checkName, type NameVerdict, type NameWarning } from '@/lib/names/check'
import type { NameProblem } from '@/lib/names/read'
import { looksGarbled } from '@/lib/tables/garbled'
import type { ColumnMap, Rec, RowEdit } from '@/lib/tables/table'
import { cellOf, widthOf } from '@/lib/tables/text/record'
import { type CutName, cutName } from './cut-name'
import { type Headings, hintFor, NO_ROWS, noRowOf, type RowHint } from './hints'

/** Why a row can't be sent; `hint` adds detail about the same cell. */
export type RowProblem =
  | (IbanProblem & { field: 'iban'; hint?: RowHint })
  | { field: 'name'; code: NameProblem; hint?: RowHint }
  | ({ field: 'name'; code: 'columns'; hint?: undefined } & CutName)

export type RowWarning =
  | IbanWarning
  | NameWarning
  | 'iban_many_names'
  | 'name_line_break'
  | 'suspected_encoding'
  | 'columns'
  | 'formula_cached'
  | 'reference_digits_lost'
  | 'row_hidden'
  | 'name_many_ibans'

export type CheckedRow = {
  number: number
  line: number
  /** Normalised, also when it is invalid. */
  iban: string
  /** Normalised when it is valid, else as in the file. */
  name: string
  reference?: string
  note?: string
  problems: RowProblem[]
  warnings: RowWarning[]
  /** The number of the first row with the same IBAN and name. */
  duplicateOf: number | null
}

/** The current cells, before normalisation. */
export type RawCells = { iban: string; name: string }

/** IBAN and name of a row, or their edits. */
export function rawCells(record: Rec, map: ColumnMap, edit?: RowEdit): RawCells {
  return { iban: rawIban(record, map, edit), name: rawName(record, map, edit) }
}

/** The IBAN of a row as the file or its edit has it, before normalisation. */
export function rawIban(record: Rec, { iban }: ColumnMap, edit?: RowEdit): string {
  return edit?.iban ?? (iban === null ? '' : cellOf(record, iban))
}

/** The first filled `instead` column, or else the `name` columns joined. */
export function rawName(record: Rec, { name, instead }: ColumnMap, edit?: RowEdit): string {
  if (edit?.name !== undefined) return edit.name
  for (const column of instead) {
    const cell = cellOf(record, column)
    if (cell.trim() !== '') return cell
  }
  const [only] = name
  if (name.length === 1 && only !== undefined) return cellOf(record, only)
  return name
    .map((column) => cellOf(record, column).trim())
    .filter((part) => part !== '')
    .join(' ')
}

/**
 * Checks one row on its own: the IBAN, the name, and the traits of its cells. `CheckedRows` compares it with other rows.
 * `edit` replaces cells. `headings`: what is no row when it is repeated. Columns must be chosen: without an IBAN or name
 * column, every row lacks them.
 */
export function checkRow(
  record: Rec,
  map: ColumnMap,
  width = 0,
  edit?: RowEdit,
  headings?: Headings,
): CheckedRow {
  const ibanCell = rawIban(record, map, edit)
  const nameCell = rawName(record, map, edit)
  const iban = checkIban(ibanCell)
  let name = checkName(nameCell)
  const broken = !(name.ok && name.name === nameCell) && LINE_BREAK.test(nameCell)
  if (broken) name = checkName(nameCell.replace(LINE_BREAKS, ' '))
  const row: CheckedRow = {
    number: record.number,
    line: record.line,
    iban: iban.iban,
    name: name.ok ? name.name : nameCell,
    reference: textIn(record, map.reference, edit?.reference),
    note: textIn(record, map.note, edit?.note),
    problems: NONE,
    warnings: NONE,
    duplicateOf: null,
  }
  if (!iban.ok || !name.ok) {
    const noRow = edit === undefined ? noRowOf(record, map, headings) : undefined
    row.problems = problemsOf(iban, name, noRow ?? hintFor(ibanCell, nameCell))
    if (noRow) return row
  }
  if (iban.ok && iban.warnings.length > 0) row.warnings = [...iban.warnings]
  if (name.ok && name.warnings.length > 0) row.warnings = [...row.warnings, ...name.warnings]
  if (broken) row.warnings = [...row.warnings, 'name_line_break']
  if (looksGarbled(nameCell)) row.warnings = [...row.warnings, 'suspected_encoding']
  if (width > 0 && widthOf(record) !== width) addWidth(row, record, { map, width, edit })
  if (record.traits || record.hidden) addTraits(row, record, map, edit)
  return row
}

/** Shared by most rows, which have none. Never append to it: replace it. */
const NONE: never[] = []

function problemsOf(iban: IbanVerdict, name: NameVerdict, hint: RowHint | undefined): RowProblem[] {
  const problems: RowProblem[] = []
  if (!iban.ok) problems.push({ field: 'iban', ...iban.problem, ...(hint && { hint }) })
  if (!name.ok) problems.push({ field: 'name', code: name.code, ...(isOfRow(hint) && { hint }) })
  return problems
}

const isOfRow = (hint?: RowHint) => hint === 'columns_swapped' || NO_ROWS.some((each) => each === hint)

/** Adds the traits of a workbook or payment file for the cells used, unless they were edited. */
function addTraits(row: CheckedRow, { traits = {}, hidden }: Rec, map: ColumnMap, edit?: RowEdit): void {
  const ibanTrait = map.iban === null || edit?.iban !== undefined ? undefined : traits[map.iban]
  const nameTraits =
    edit?.name === undefined ? [...map.name, ...map.instead].map((index) => traits[index]) : []
  for (const problem of row.problems) {
    const trait = problem.field === 'iban' ? ibanTrait : nameTraits.find((each) => each !== undefined)
    if (trait !== undefined && trait !== 'formula') problem.hint = trait
  }
  const used = [ibanTrait, ...nameTraits]
  const more: RowWarning[] = []
  if (used.includes('formula')) more.push('formula_cached')
  if (map.reference !== null && traits[map.reference] === 'digits_lost') more.push('reference_digits_lost')
  if (hidden) more.push('row_hidden')
  if (more.length > 0) row.warnings = [...row.warnings, ...more]
}

const LINE_BREAK = /[\r\n]/
const LINE_BREAKS = /[\r\n]+/g

function textIn(record: Rec, column: number | null, typed?: string): string | undefined {
  if (typed !== undefined) return typed.trim() || undefined
  return column === null ? undefined : cellOf(record, column).trim() || undefined
}

type Width = { map: ColumnMap; width: number; edit?: RowEdit }

/** A name that may be cut off is a problem; another shifted row is a warning, until its name is edited. */
function addWidth(row: CheckedRow, record: Rec, { map, width, edit }: Width): void {
  const cut = widthOf(record) > width ? cutName(record, map, width, edit) : null
  if (cut) row.problems = [...row.problems, { field: 'name', code: 'columns', ...cut }]
  else if (edit?.name === undefined && hasSlipped(record, width)) row.warnings = [...row.warnings, 'columns']
}

/** Missing cells at the end are normal; text after the last header, or a single cell of many, is a shifted row. */
function hasSlipped({ cells }: Rec, width: number): boolean {
  return cells.length > width ? cells.slice(width).some((cell) => cell.trim() !== '') : cells.length === 1
}
