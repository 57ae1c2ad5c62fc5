import { concatBytes } from '@/lib/tables/bytes'
import type { ColumnMap, TableOptions } from '@/lib/tables/table'
import { cellAddress, placeOf } from '@/lib/tables/workbook/cells'
import { dataRows, headerOf, type OpenSheet, openSheet } from '@/lib/tables/workbook/read-workbook'
import type { Sheet, SheetRow } from '@/lib/tables/workbook/sheet'
import { entryText } from '@/lib/tables/workbook/zip'
import type { ZipEntry } from '@/lib/tables/workbook/zip-directory'
import { BrokenXml } from '@/lib/tables/xml/read-xml'
import { UnreadableOriginal } from './annotate'
import { cellXml, emptyCellXml } from './cell-xml'
import type { CopiedRow } from './copy-sheet'
import { cutWorkbook } from './cut-workbook'
import { rewriteTags, type TagName } from './rewrite-tags'
import type { RowChanges } from './rewrite-text'
import { rezip } from './rezip'
import { placesUsed, withoutTexts } from './shared-texts'
import { nameCells } from './written-name'

/**
 * The same workbook with other names in the name cells of its sheet. If rows are left out, it is a new workbook with
 * only the other rows and without gaps. Otherwise the other cells, formats and sheets are unchanged, except that all
 * formulas in the rows become their values if a name had one. A replaced name is removed from the shared texts, unless
 * another cell uses it.
 * Throws `UnreadableOriginal`.
 */
export function rewriteWorkbook(
  bytes: Uint8Array,
  options: TableOptions,
  map: ColumnMap,
  changes: RowChanges,
): Uint8Array<ArrayBuffer> {
  const open = openSheet(bytes, options)
  if ('problem' in open) throw new UnreadableOriginal(open)
  const header = headerOf(open.sheet, options)
  const data = dataRows(open.sheet, header)
  const numbers = new Map(data.map((row, index) => [row, index + 1]))
  const isWhole = data.every((_, index) => changes.keeps(index + 1))
  const namesIn = (row: SheetRow) => namesOf(row, map, changes.nameOf(numbers.get(row) ?? 0))
  try {
    if (!isWhole) {
      const rows = copiedRows(
        open.sheet,
        header,
        (row) => changes.keeps(numbers.get(row) ?? 0) && namesIn(row),
      )
      return cutWorkbook(bytes, open, { rows, mergedUpTo: header?.line ?? 0 })
    }
    const edits = open.sheet.rows.map((row) => (numbers.has(row) ? editOf(row, namesIn(row)) : undefined))
    return renamed(bytes, open, edits)
  } catch (error) {
    if (error instanceof BrokenXml) throw new UnreadableOriginal({ problem: 'file_damaged' })
    throw error
  }
}

/** Everything up to the header stays where it is, and the rows that are kept follow one another. */
function copiedRows(
  sheet: Sheet,
  header: SheetRow | undefined,
  namesOfKept: (row: SheetRow) => Map<number, string> | false,
): CopiedRow[] {
  const data = new Set(dataRows(sheet, header))
  const [first] = data
  let line = header?.line ?? (first?.line ?? 1) - 1
  return sheet.rows.map((row) => {
    if (header && row.line <= header.line) return { line: row.line, above: row !== header }
    const names = data.has(row) && namesOfKept(row)
    return names ? { line: ++line, names } : null
  })
}

function renamed(bytes: Uint8Array, open: OpenSheet, rows: RowEdit[]): Uint8Array<ArrayBuffer> {
  const values = rows.some((edit) => edit?.hasFormula)
  const { parts, part, workbook } = open
  const sheet = parts.find(part.path)
  const texts = workbook.sharedStrings === undefined ? undefined : parts.find(workbook.sharedStrings)
  const gone = unusedTexts(bytes, open, rows)
  const isGone = (place: number) => gone.has(workbook.shared.texts[place] ?? '')
  const content = (entry: ZipEntry) => {
    if (entry === texts && gone.size > 0) return withoutTexts(entryText(bytes, entry), isGone)
    if (entry !== sheet) return values ? withoutCalculation(bytes, entry) : undefined
    return rewriteRows(entryText(bytes, entry), rows, values)
  }
  return concatBytes([...rezip(bytes, parts.entries, content)])
}

/** The texts of replaced cells that no other cell of the workbook has. */
function unusedTexts(bytes: Uint8Array, open: OpenSheet, edits: RowEdit[]): Set<string> {
  const { sheet, workbook, part, parts } = open
  const gone = new Set<string>()
  for (const [index, { cells }] of sheet.rows.entries())
    for (const column of edits[index]?.names.keys() ?? []) gone.add(cells[column] ?? '')
  gone.delete('')
  for (const [index, { cells }] of gone.size > 0 ? sheet.rows.entries() : [])
    for (const [column, text] of cells.entries()) if (!edits[index]?.names.has(column)) gone.delete(text)
  for (const { path } of gone.size > 0 ? workbook.sheets : []) {
    const entry = path === part.path ? undefined : parts.find(path)
    const used = entry ? placesUsed(entryText(bytes, entry)) : []
    for (const place of used) gone.delete(workbook.shared.texts[place] ?? '')
  }
  return gone
}

/** What happens to a row of the sheet: undefined for rows that are no data. `names`: new texts by column. */
type RowEdit = { line: number; names: Map<number, string>; hasFormula: boolean } | undefined

function editOf(row: SheetRow, names: Map<number, string>): RowEdit {
  const hasFormula = [...names.keys()].some((column) => row.traits?.[column]?.startsWith('formula'))
  return { line: row.line, names, hasFormula }
}

function namesOf({ cells }: SheetRow, map: ColumnMap, name: string | undefined): Map<number, string> {
  if (name === undefined) return new Map()
  const { column, emptied } = nameCells(cells, map)
  return new Map([[column, name], ...emptied.map((other) => [other, ''] as const)])
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
    if (name.local === 'row') return closes ? text : this.row(text)
    if (name.local === 'c') return closes ? text : this.cell(text, name, isWhole)
    if (closes || !this.values || !this.edit) return text
    if (!isWhole) this.left = 'f'
    return ''
  }

  private row(text: string): string {
    this.edit = this.rows[this.seen++]
    this.column = -1
    return text
  }

  private cell(text: string, name: TagName, isWhole: boolean): string {
    const address = ADDRESS.exec(text)?.[1]
    this.column = (address && placeOf(address)?.column) || (address ? 0 : this.column + 1)
    const value = this.edit?.names.get(this.column)
    if (!this.edit || value === undefined) return text
    if (!isWhole) this.left = 'c'
    const style = STYLE.exec(text)?.[1]
    const place = cellAddress(this.column, this.edit.line)
    // the cell stays, without a text, because cells without an address depend on it
    if (value === '') return emptyCellXml(place, name.prefix, style)
    return cellXml(value, place, name.prefix, style)
  }
}

/** The calculation chain lists every cell with a formula. Programs rebuild it when it is missing. */
function withoutCalculation(bytes: Uint8Array, entry: ZipEntry): Iterable<string> | undefined | null {
  if (/(?:^|\/)calcChain\.xml$/i.test(entry.name)) return null
  if (!/(?:^|\/)(?:\[Content_Types\]\.xml|workbook\.xml\.rels)$/i.test(entry.name)) return undefined
  const text = Array.from(entryText(bytes, entry)).join('')
  return [text.replace(/<(?:\w+:)?(?:Override|Relationship)\b[^<>]*calcChain\.xml["'][^<>]*\/>/gi, '')]
}
