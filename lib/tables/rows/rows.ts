import { checkIban, type IbanProblem, type IbanVerdict, type IbanWarning } from '@/lib/iban/validate'
import { checkName, type NameVerdict, type NameWarning } from '@/lib/names/check'
import type { NameProblem } from '@/lib/names/read'
import { soundsGarbled } from '@/lib/tables/garbled'
import type { ColumnMap, Rec, RowEdit } from '@/lib/tables/table'
import { cellOf, widthOf } from '@/lib/tables/text/record'
import { type CutName, cutName } from './cut-name'
import { hintFor, type RowHint } from './hints'

/** What keeps a row from being sent; `hint` says more about the same cell where we know it. */
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

/** The cells as they stand now, before cleaning. */
export type RawCells = { iban: string; name: string }

/** What a row says of IBAN and name, or what stands instead. */
export function rawCells(record: Rec, map: ColumnMap, edit?: RowEdit): RawCells {
  return { iban: rawIban(record, map, edit), name: rawName(record, map, edit) }
}

export function rawIban(record: Rec, { iban }: ColumnMap, edit?: RowEdit): string {
  return edit?.iban ?? (iban === null ? '' : cellOf(record, iban))
}

export function rawName(record: Rec, map: ColumnMap, edit?: RowEdit): string {
  return edit?.name ?? nameIn(record, map)
}

/**
 * Checks one row by itself: the IBAN, the name, and what its cells hide. What it has in common with other rows is
 * for `CheckedRows`. `edit` stands instead of the cells. The columns must be chosen: without an IBAN or name column
 * every row lacks them.
 */
export function checkRow(record: Rec, map: ColumnMap, width = 0, edit?: RowEdit): CheckedRow {
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
  if (!iban.ok || !name.ok) row.problems = problemsOf(iban, name, hintFor(ibanCell, nameCell))
  if (iban.ok && iban.warnings.length > 0) row.warnings = [...iban.warnings]
  if (name.ok && name.warnings.length > 0) row.warnings = [...row.warnings, ...name.warnings]
  if (broken) row.warnings = [...row.warnings, 'name_line_break']
  if (soundsGarbled(nameCell)) row.warnings = [...row.warnings, 'suspected_encoding']
  if (width > 0 && widthOf(record) !== width) addWidth(row, record, { map, width, edit })
  if (record.traits || record.hidden) addTraits(row, record, map, edit)
  return row
}

/** Most rows have nothing: they share it. Whoever adds to a row gives it a list of its own. */
const NONE: never[] = []

function problemsOf(iban: IbanVerdict, name: NameVerdict, hint: RowHint | undefined): RowProblem[] {
  const problems: RowProblem[] = []
  if (!iban.ok) problems.push({ field: 'iban', ...iban.problem, ...(hint && { hint }) })
  if (!name.ok) problems.push({ field: 'name', code: name.code, ...(hint === 'columns_swapped' && { hint }) })
  return problems
}

/** What a workbook or a payment file says of the cells that were used, unless somebody typed over them. */
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

/** The name of a row: the first filled `instead` column, or else the `name` columns joined. */
export function nameOf(cells: string[], map: ColumnMap): string {
  return joinedName(map, (column) => cells[column] ?? '')
}

function nameIn(record: Rec, map: ColumnMap): string {
  const [only] = map.name
  if (map.instead.length === 0 && map.name.length === 1 && only !== undefined) return cellOf(record, only)
  return joinedName(map, (column) => cellOf(record, column))
}

function joinedName({ name, instead }: ColumnMap, cell: (column: number) => string): string {
  for (const column of instead) if (cell(column).trim() !== '') return cell(column)
  const [only] = name
  if (name.length === 1 && only !== undefined) return cell(only)
  return name
    .map((column) => cell(column).trim())
    .filter((part) => part !== '')
    .join(' ')
}

function textIn(record: Rec, column: number | null, typed?: string): string | undefined {
  if (typed !== undefined) return typed.trim() || undefined
  return column === null ? undefined : cellOf(record, column).trim() || undefined
}

type Width = { map: ColumnMap; width: number; edit?: RowEdit }

/** A name that may be cut off keeps the row from being sent; a row that slipped otherwise is told, until its name is typed. */
function addWidth(row: CheckedRow, record: Rec, { map, width, edit }: Width): void {
  const cut = widthOf(record) > width ? cutName(record, map, width, edit) : null
  if (cut) row.problems = [...row.problems, { field: 'name', code: 'columns', ...cut }]
  else if (edit?.name === undefined && hasSlipped(record, width)) row.warnings = [...row.warnings, 'columns']
}

/** Missing cells at the end are usual; text beyond the last header, or a single cell of many, is a slipped row. */
function hasSlipped({ cells }: Rec, width: number): boolean {
  return cells.length > width ? cells.slice(width).some((cell) => cell.trim() !== '') : cells.length === 1
}
