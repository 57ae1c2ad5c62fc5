import type { Budget } from '@/lib/tables/budget'
import { type CellTrait, MAX_CELL, MAX_COLUMNS, type TableProblem } from '@/lib/tables/table'
import { attribute } from '@/lib/tables/xml/read-xml'
import { type CellText, LAST_COLUMN, LAST_ROW, numberText, type Place, placeOf } from './cells'
import { unescapeXml, type Workbook } from './parts'
import { readCells, type StoredCell } from './sheet-cells'

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

export class SheetProblem extends Error {
  readonly problem: TableProblem
  constructor(problem: TableProblem) {
    super(problem.problem)
    this.problem = problem
  }
}

/**
 * Reads the cells of one sheet as texts. Throws `SheetProblem` for too many rows or columns, for a cell that is too
 * long and for impossible areas, also `BrokenXml` and `LimitExceeded`.
 */
export function readSheet(xml: Iterable<string>, { shared, days1904 }: Workbook, budget: Budget): Sheet {
  const sheet: Sheet = { rows: [], merged: [] }
  let row: SheetRow = { line: 0, cells: [] }
  let numbers: number[] = []
  const reader = {
    row(line: number, { hidden = '' }: Record<string, string>) {
      row = { line, cells: [] }
      if (/^(1|true)$/.test(hidden)) row.hidden = true
    },
    cell: (cell: StoredCell) => addCell(row, cell.column, textOf(cell, shared, days1904)),
    endRow() {
      if (sheet.rows.length === MAX_SHEET_ROWS) throw new SheetProblem({ problem: 'too_many_rows' })
      budget.keep(row.cells)
      if (row.numbers) row.numbers = numbers = oneList(row.numbers, numbers)
      sheet.rows.push(row)
    },
    open(name: string, attributes: Record<string, string>) {
      const area = name === 'mergeCell' && areaOf(attribute(attributes, 'ref') ?? '')
      if (area) sheet.merged.push(area)
    },
  }
  readCells(xml, reader, budget)
  return sheet
}

function addCell(row: SheetRow, column: number, { text, trait, number }: CellText): void {
  if (text === '' && trait === undefined) return
  if (column >= MAX_COLUMNS) throw new SheetProblem({ problem: 'too_many_columns', line: row.line })
  if (text.length > MAX_CELL) throw new SheetProblem({ problem: 'cell_too_long', line: row.line })
  while (row.cells.length < column) row.cells.push('')
  row.cells[column] = text
  if (number) {
    row.numbers ??= []
    row.numbers.push(column)
  }
  if (!trait) return
  row.traits ??= {}
  row.traits[column] = trait
}

/** The list before if it is equal: most rows have their numbers in the same columns, and share one list. */
function oneList(list: number[], before: number[]): number[] {
  const isEqual = list.length === before.length && list.every((column, index) => column === before[index])
  return isEqual ? before : list
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
  { type, style, value, formula }: StoredCell,
  shared: Workbook['shared'],
  days1904: boolean,
): CellText {
  if (value === '') return formula ? { text: '', trait: 'formula_empty' } : { text: '' }
  const plain = formula ? ('formula' as const) : undefined
  if (type === 's') return { text: shared.texts[Number(value)] ?? '', trait: plain }
  if (type === 'inlineStr' || type === 'str') return { text: unescapeXml(value), trait: plain }
  if (type === 'b') return { text: value === '1' ? 'TRUE' : 'FALSE', trait: plain }
  if (type === 'e' || type === 'd') return { text: value, trait: plain }
  const number = numberText(value, shared.formats[Number(style ?? -1)] ?? null, days1904)
  return { ...number, trait: number.trait ?? plain }
}
