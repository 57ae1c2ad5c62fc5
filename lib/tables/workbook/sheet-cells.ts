import type { Budget } from '@/lib/tables/budget'
import { BrokenXml, readXml } from '@/lib/tables/xml/read-xml'
import { LAST_ROW, placeOf } from './cells'

/** A cell as its sheet stores it. `value`: empty if it has none; `style`: the number of its format. */
export type StoredCell = {
  column: number
  type: string
  style: string | undefined
  value: string
  formula: boolean
}

type Attributes = Record<string, string>

/** Gets the rows of a sheet and their cells, in order; `open` and `close` get the elements that are neither. */
export type SheetReader = {
  row: (line: number, attributes: Attributes) => void
  cell: (cell: StoredCell) => void
  endRow: () => void
  open: (name: string, attributes: Attributes) => void
  close?: (name: string) => void
}

/**
 * Reads the rows and cells of a sheet, for everything that needs their content. Those without an address take the next
 * place. Elements named like rows outside of the list (places of buttons) are rows without cells. Throws `BrokenXml`,
 * also for what another program may read differently: two lists, places that repeat or descend, and cells with several
 * values.
 */
export function readCells(xml: Iterable<string>, reader: SheetReader, budget: Budget): void {
  const cells = new SheetCells(reader)
  const events = {
    open: (name: string, attributes: Attributes) => cells.open(name, attributes),
    text: (piece: string) => cells.text(piece),
    close: (name: string) => cells.close(name),
  }
  readXml(xml, events, budget)
}

/** Elements of a cell that it has once, by their path in it. */
const ONCE = ['/v', '/is', '/is/t']
const TEXTS = ['/is/t', '/is/r/t']

class SheetCells {
  private line = 0
  private column = -1
  private list: 'ahead' | 'open' | 'behind' = 'ahead'
  private inRow = false
  private cell: StoredCell | null = null
  /** Where the reader is in the cell. */
  private path = ''
  private seen: string[] = []
  private collects = false
  private readonly reader: SheetReader

  constructor(reader: SheetReader) {
    this.reader = reader
  }

  open(name: string, attributes: Attributes): void {
    const nests = this.inRow && (name === 'row' || (this.cell !== null && name === 'c'))
    if (nests) throw damaged('a row or cell in another')
    if (this.cell) this.enter(this.cell, name)
    else if (name === 'row') this.openRow(attributes)
    else if (name === 'c') this.openCell(attributes)
    else {
      if (name === 'sheetData') this.openList()
      this.reader.open(name, attributes)
    }
  }

  text(piece: string): void {
    if (this.cell && this.collects) this.cell.value += piece
  }

  close(name: string): void {
    if (this.path !== '') {
      this.path = this.path.slice(0, this.path.lastIndexOf('/'))
      this.collects = false
    } else if (this.cell) {
      this.reader.cell(this.cell)
      this.cell = null
    } else if (name === 'row') {
      this.inRow = false
      this.reader.endRow()
    } else {
      if (name === 'sheetData') this.list = 'behind'
      this.reader.close?.(name)
    }
  }

  private openList(): void {
    if (this.list !== 'ahead') throw damaged('a second list')
    this.list = 'open'
  }

  private openRow(attributes: Attributes): void {
    const isInList = this.list === 'open'
    const line = isInList && attributes.r !== undefined ? Number(attributes.r) : this.line + 1
    const fits = Number.isInteger(line) && line > this.line && line <= LAST_ROW
    if (isInList && !fits) throw damaged('a row out of order')
    this.line = line
    this.column = -1
    this.inRow = true
    this.reader.row(line, attributes)
  }

  private openCell({ r, s, t = 'n' }: Attributes): void {
    if (!this.inRow || this.list !== 'open') return
    const place = r === undefined ? { column: this.column + 1, row: this.line } : placeOf(r)
    if (place?.row !== this.line || place.column <= this.column) throw damaged('a cell out of order')
    this.column = place.column
    this.cell = { column: this.column, type: t, style: s, value: '', formula: false }
    this.seen = []
  }

  private enter(cell: StoredCell, name: string): void {
    if (this.collects) throw damaged('an element in a value')
    this.path += `/${name}`
    if (this.path === '/f') cell.formula = true
    if (ONCE.includes(this.path)) {
      if (this.seen.includes(this.path)) throw damaged('several values of a cell')
      this.seen.push(this.path)
    }
    this.collects = cell.type === 'inlineStr' ? TEXTS.includes(this.path) : this.path === '/v'
  }
}

const damaged = (what: string) => new BrokenXml(what, 0)
