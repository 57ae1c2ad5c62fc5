import { type CellTrait, MAX_COLUMNS, type TableProblem } from '@/lib/tables/table'
import { attribute, readXml } from '@/lib/tables/xml/read-xml'
import { numberText, placeOf } from './cells'
import { unescaped, type Workbook } from './parts'

/** A row with something in it. `line` is the number that the sheet shows beside it. */
export type SheetRow = { line: number; cells: string[]; traits?: Record<number, CellTrait>; hidden?: true }

export type Sheet = { rows: SheetRow[]; merged: string[] }

/** Rows a sheet may have: the blank ones among them are not known before they are read. */
const MAX_SHEET_ROWS = 200_000

export class SheetProblem extends Error {
  readonly problem: TableProblem
  constructor(problem: TableProblem) {
    super(problem.problem)
    this.problem = problem
  }
}

type Cell = { column: number; type: string; style: number; value: string; formula: boolean; filled: boolean }

/** Reads the cells of one sheet as texts. Throws `SheetProblem` for too many rows or columns, `BrokenXml`. */
export function readSheet(xml: string, { shared, days1904 }: Workbook): Sheet {
  const sheet: Sheet = { rows: [], merged: [] }
  let row: SheetRow = { line: 0, cells: [] }
  let cell: Cell = { column: -1, type: 'n', style: 0, value: '', formula: false, filled: false }
  let collecting = false
  let aids = 0
  const finish = () => {
    const { text, trait } = textOf(cell, shared, days1904)
    if (text === '' && trait === undefined) return
    if (cell.column >= MAX_COLUMNS) throw new SheetProblem({ problem: 'too_many_columns', line: row.line })
    while (row.cells.length < cell.column) row.cells.push('')
    row.cells[cell.column] = text
    if (trait) row.traits = { ...row.traits, [cell.column]: trait }
  }
  readXml(xml, {
    open(name, attributes) {
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
        row = { line: Number(attributes.r ?? row.line + 1), cells: [] }
        if (/^(1|true)$/.test(attributes.hidden ?? '')) row.hidden = true
        cell = { ...cell, column: -1 }
      } else if (name === 'mergeCell') sheet.merged.push(attribute(attributes, 'ref') ?? '')
    },
    text(piece) {
      if (!collecting) return
      cell.value += piece
      cell.filled = true
    },
    close(name) {
      if (name === 'c') finish()
      else if (name === 'v' || name === 't') collecting = false
      else if (name === 'rPh') aids -= 1
      else if (name === 'row') {
        if (sheet.rows.length === MAX_SHEET_ROWS) throw new SheetProblem({ problem: 'too_many_rows' })
        sheet.rows.push(row)
      }
    },
  })
  return sheet
}

function textOf(
  { type, style, value, formula, filled }: Cell,
  shared: Workbook['shared'],
  days1904: boolean,
) {
  if (formula && !filled) return { text: '', trait: 'formula_empty' as const }
  const plain = formula ? ('formula' as const) : undefined
  if (type === 's') return { text: shared.texts[Number(value)] ?? '', trait: plain }
  if (type === 'inlineStr' || type === 'str') return { text: unescaped(value), trait: plain }
  if (type === 'b') return { text: value === '1' ? 'TRUE' : 'FALSE', trait: plain }
  if (type === 'e' || type === 'd') return { text: value, trait: plain }
  if (!filled) return { text: '' }
  const number = numberText(value, shared.formats[style] ?? null, days1904)
  return { text: number.text, trait: number.trait ?? plain }
}
