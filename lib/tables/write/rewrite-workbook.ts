import { Budget } from '@/lib/tables/budget'
import type { ColumnMap, TableOptions } from '@/lib/tables/table'
import { addressOf, placeOf } from '@/lib/tables/workbook/cells'
import { dataRows, headerOf, type OpenSheet, openSheet } from '@/lib/tables/workbook/read-workbook'
import type { SheetRow } from '@/lib/tables/workbook/sheet'
import { decoded } from '@/lib/tables/workbook/zip'
import type { ZipEntry } from '@/lib/tables/workbook/zip-directory'
import { unpack } from '@/lib/tables/workbook/zip-unpack'
import { BrokenXml } from '@/lib/tables/xml/read-xml'
import { UnreadableOriginal } from './annotate'
import { cellXml } from './cell-xml'
import { rewriteTags, type TagName } from './rewrite-tags'
import type { RowChanges } from './rewrite-text'
import { rezip } from './rezip'
import { nameCells } from './written-name'

/**
 * The same workbook without some rows of its sheet and with other names in their name cells. The rows that stay keep
 * their places, so that merged cells, notes and references to them stay right, and those that go leave empty ones.
 * Other cells, formats and sheets are unchanged, but for formulas in the rows: where a row goes, or a name had a
 * formula, they become their values. Throws `UnreadableOriginal`.
 */
export function rewriteWorkbook(
  bytes: Uint8Array,
  options: TableOptions,
  map: ColumnMap,
  changes: RowChanges,
): Uint8Array<ArrayBuffer> {
  const open = openSheet(bytes, options)
  if ('problem' in open) throw new UnreadableOriginal(open)
  const rows = editsOf(open, options, map, changes)
  const values = rows.some((edit) => edit === 'gone' || edit?.hasFormula)
  const sheet = open.parts.find(open.part.path)
  const content = (entry: ZipEntry) => {
    if (entry !== sheet) return values ? withoutCalculation(bytes, entry) : undefined
    return rewriteRows(decoded(unpack(bytes, entry, new Budget())), rows, values)
  }
  try {
    return joined([...rezip(bytes, open.parts.entries, content)])
  } catch (error) {
    if (error instanceof BrokenXml) throw new UnreadableOriginal({ problem: 'file_damaged' })
    throw error
  }
}

/** What happens to a row of the sheet: undefined for rows that are no data. `names`: new texts by column. */
type RowEdit = 'gone' | { line: number; names: Map<number, string>; hasFormula: boolean } | undefined

function editsOf(
  { sheet }: OpenSheet,
  options: TableOptions,
  map: ColumnMap,
  changes: RowChanges,
): RowEdit[] {
  const numbers = new Map(dataRows(sheet, headerOf(sheet, options)).map((row, index) => [row, index + 1]))
  return sheet.rows.map((row) => {
    const number = numbers.get(row)
    if (number === undefined) return undefined
    if (!changes.keeps(number)) return 'gone'
    const names = namesOf(row, map, changes.nameOf(number))
    const hasFormula = [...names.keys()].some((column) => row.traits?.[column]?.startsWith('formula'))
    return { line: row.line, names, hasFormula }
  })
}

function namesOf({ cells }: SheetRow, map: ColumnMap, name: string | undefined): Map<number, string> {
  const target = name === undefined ? null : nameCells(cells, map)
  if (name === undefined || target === null) return new Map()
  const texts = [[target.column, name] as const, ...target.emptied.map((column) => [column, ''] as const)]
  return new Map(texts.sort(([a], [b]) => a - b))
}

const TAGS = ['row', 'c', 'f']
const STYLE = /\ss\s*=\s*["'](\d+)["']/
const ADDRESS = /\sr\s*=\s*["']([A-Za-z]+\d+)["']/

function* rewriteRows(xml: Iterable<string>, rows: RowEdit[], values: boolean): Generator<string> {
  const writer = new RowWriter(rows, values)
  yield* rewriteTags(xml, TAGS, writer)
  if (writer.seen !== rows.length) throw new BrokenXml('rows that were not read', 0)
}

class RowWriter {
  seen = 0
  /** The element that is left out with its content. */
  private left: string | null = null
  private column = -1
  private edit: RowEdit
  private open = new Map<number, string>()
  private readonly rows: RowEdit[]
  private readonly values: boolean

  constructor(rows: RowEdit[], values: boolean) {
    this.rows = rows
    this.values = values
  }

  between(text: string): string {
    return this.left === null ? text : ''
  }

  tag(text: string, name: TagName): string {
    const closes = text.startsWith('</')
    const isWhole = text.endsWith('/>')
    if (this.left !== null) {
      if (closes && name.local === this.left) this.left = null
      return ''
    }
    if (name.local === 'row')
      return closes ? this.added(Number.POSITIVE_INFINITY, name) + text : this.row(text, isWhole)
    if (name.local === 'c') return closes ? text : this.cell(text, name, isWhole)
    if (closes || !this.values || typeof this.edit !== 'object') return text
    if (!isWhole) this.left = 'f'
    return ''
  }

  private row(text: string, isWhole: boolean): string {
    this.edit = this.rows[this.seen++]
    this.column = -1
    this.open = new Map(typeof this.edit === 'object' ? this.edit.names : [])
    if (this.edit !== 'gone') return text
    if (!isWhole) this.left = 'row'
    return ''
  }

  private cell(text: string, name: TagName, isWhole: boolean): string {
    const address = ADDRESS.exec(text)?.[1]
    this.column = (address && placeOf(address)?.column) || (address ? 0 : this.column + 1)
    const before = this.added(this.column - 1, name)
    const value = this.open.get(this.column)
    if (value === undefined) return before + text
    this.open.delete(this.column)
    if (!isWhole) this.left = 'c'
    return before + this.written(this.column, value, name, STYLE.exec(text)?.[1])
  }

  /** New cells up to a column that the row doesn't have. */
  private added(upTo: number, name: TagName): string {
    let text = ''
    for (const [column, value] of this.open) {
      if (column > upTo) break
      this.open.delete(column)
      text += this.written(column, value, name)
    }
    return text
  }

  private written(column: number, value: string, { prefix }: TagName, style?: string): string {
    const line = typeof this.edit === 'object' ? this.edit.line : 0
    return cellXml(value, addressOf(column, line), prefix, style)
  }
}

/** The order of calculation names every cell with a formula: a program writes it again when it is missing. */
function withoutCalculation(bytes: Uint8Array, entry: ZipEntry): Iterable<string> | undefined | null {
  if (/(?:^|\/)calcChain\.xml$/i.test(entry.name)) return null
  if (!/(?:^|\/)(?:\[Content_Types\]\.xml|workbook\.xml\.rels)$/i.test(entry.name)) return undefined
  const text = Array.from(decoded(unpack(bytes, entry, new Budget()))).join('')
  return [text.replace(/<(?:\w+:)?(?:Override|Relationship)\b[^<>]*calcChain\.xml["'][^<>]*\/>/gi, '')]
}

function joined(pieces: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
