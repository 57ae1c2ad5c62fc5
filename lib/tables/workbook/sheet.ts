import type { Budget } from '@/lib/tables/budget'
import { type CellTrait, MAX_CELL, MAX_COLUMNS, type TableProblem } from '@/lib/tables/table'
import { attribute, readXml } from '@/lib/tables/xml/read-xml'
import { type CellText, numberText, type Place, placeOf } from './cells'
import { unescapeXml, type Workbook } from './parts'

/** A non-empty row. `line` is its number in the sheet, `numbers` the columns whose cells are numbers. */
export type SheetRow = {
  line: number
  cells: string[]
  traits?: Record<number, CellTrait>
  numbers?: number[]
  hidden?: true
}

export type Sheet = { rows: SheetRow[]; merged: Area[] }

/** First and last cell of a merged area. */
export type Area = [Place, Place]

/** The maximum number of rows; blank ones can't be excluded before they are read. */
const MAX_SHEET_ROWS = 200_000

/** The last cell of any sheet is XFD1048576. */
const LAST_ROW = 1_048_576
const LAST_COLUMN = 16_383

export class SheetProblem extends Error {
  readonly problem: TableProblem
  constructor(problem: TableProblem) {
    super(problem.problem)
    this.problem = problem
  }
}

type Cell = { column: number; type: string; style: number; value: string; formula: boolean; filled: boolean }

/**
 * Reads the cells of one sheet as texts. Throws `SheetProblem` for too many rows or columns, for a cell that is too
 * long and for impossible addresses, also `BrokenXml` and `LimitExceeded`.
 */
export function readSheet(xml: Iterable<string>, { shared, days1904 }: Workbook, budget: Budget): Sheet {
  const sheet: Sheet = { rows: [], merged: [] }
  let row: SheetRow = { line: 0, cells: [] }
  let cell: Cell = { column: -1, type: 'n', style: 0, value: '', formula: false, filled: false }
  let collecting = false
  let aids = 0
  let numbers: number[] = []
  const finish = () => {
    const { text, trait, number } = textOf(cell, shared, days1904)
    if (text === '' && trait === undefined) return
    if (cell.column >= MAX_COLUMNS) throw new SheetProblem({ problem: 'too_many_columns', line: row.line })
    if (text.length > MAX_CELL) throw new SheetProblem({ problem: 'cell_too_long', line: row.line })
    while (row.cells.length < cell.column) row.cells.push('')
    row.cells[cell.column] = text
    if (number) {
      row.numbers ??= []
      row.numbers.push(cell.column)
    }
    if (!trait) return
    row.traits ??= {}
    row.traits[cell.column] = trait
  }
  const events = {
    open(name: string, attributes: Record<string, string>) {
      if (name === 'c') {
        const place = placeOf(attributes.r ?? '')
        cell = {
          column: place?.column ?? cell.column + 1,
          type: attributes.t ?? 'n',
          style: Number(attributes.s ?? -1),
          value: '',
          formula: false,
          filled: false,
        }
      } else if (name === 'v' || name === 't') collecting = aids === 0
      else if (name === 'f') cell.formula = true
      else if (name === 'rPh') aids += 1
      else if (name === 'row') {
        row = { line: lineOf(attributes.r, row.line + 1), cells: [] }
        if (/^(1|true)$/.test(attributes.hidden ?? '')) row.hidden = true
        cell = { ...cell, column: -1 }
      } else if (name === 'mergeCell') {
        const area = areaOf(attribute(attributes, 'ref') ?? '')
        if (area) sheet.merged.push(area)
      }
    },
    text(piece: string) {
      if (!collecting) return
      cell.value += piece
      cell.filled = true
    },
    close(name: string) {
      if (name === 'c') finish()
      else if (name === 'v' || name === 't') collecting = false
      else if (name === 'rPh') aids -= 1
      else if (name === 'row') {
        if (sheet.rows.length === MAX_SHEET_ROWS) throw new SheetProblem({ problem: 'too_many_rows' })
        budget.keep(row.cells)
        if (row.numbers) row.numbers = numbers = oneList(row.numbers, numbers)
        sheet.rows.push(row)
      }
    },
  }
  readXml(xml, events, budget)
  return sheet
}

/** The list before if it is equal: most rows have their numbers in the same columns, and share one list. */
function oneList(list: number[], before: number[]): number[] {
  const isEqual = list.length === before.length && list.every((column, index) => column === before[index])
  return isEqual ? before : list
}

function lineOf(given: string | undefined, next: number): number {
  const line = given === undefined ? next : Number(given)
  if (Number.isInteger(line) && line > 0 && line <= LAST_ROW) return line
  throw new SheetProblem({ problem: 'file_damaged' })
}

/** The corners of `A1:C4`; null for anything else. */
function areaOf(ref: string): Area | null {
  const [from, to] = ref.split(':', 2).map(placeOf)
  if (!from || !to) return null
  if (Math.max(from.row, to.row) > LAST_ROW || Math.max(from.column, to.column) > LAST_COLUMN)
    throw new SheetProblem({ problem: 'file_damaged' })
  return [from, to]
}

function textOf(
  { type, style, value, formula, filled }: Cell,
  shared: Workbook['shared'],
  days1904: boolean,
): CellText {
  if (formula && !filled) return { text: '', trait: 'formula_empty' }
  const plain = formula ? ('formula' as const) : undefined
  if (type === 's') return { text: shared.texts[Number(value)] ?? '', trait: plain }
  if (type === 'inlineStr' || type === 'str') return { text: unescapeXml(value), trait: plain }
  if (type === 'b') return { text: value === '1' ? 'TRUE' : 'FALSE', trait: plain }
  if (type === 'e' || type === 'd') return { text: value, trait: plain }
  if (!filled) return { text: '' }
  const number = numberText(value, shared.formats[style] ?? null, days1904)
  return { ...number, trait: number.trait ?? plain }
}
