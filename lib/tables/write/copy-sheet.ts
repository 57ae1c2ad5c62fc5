import type { Budget } from '@/lib/tables/budget'
import { cellAddress, placeOf } from '@/lib/tables/workbook/cells'
import { unescapeXml } from '@/lib/tables/workbook/parts'
import { readCells, type StoredCell } from '@/lib/tables/workbook/sheet-cells'
import { BrokenXml } from '@/lib/tables/xml/read-xml'
import { attributeText, cellText } from '@/lib/tables/xml/write-xml'
import type { PutXml } from './new-zip'
import { SPREADSHEET, XML_HEAD } from './package-parts'

/**
 * A row of a sheet in its copy; null leaves it out. `line`: its new number. `names`: new texts by column.
 * `above`: it is above the header, where a formula may refer to rows that are left out.
 */
export type CopiedRow = { line: number; names?: ReadonlyMap<number, string>; above?: boolean } | null

/** What a sheet is copied with. */
export type SheetCopy = {
  /** By position in the sheet. */
  rows: readonly CopiedRow[]
  /** Merged cells are kept up to this row. */
  mergedUpTo: number
  /** The shared texts of the original. */
  shared: readonly string[]
  /** The position of a text among those of the copy. */
  placeOfText: (text: string) => number
}

/** Elements before the rows that are copied with their attributes. */
const FORMATS = new Set(['sheetFormatPr', 'cols', 'col'])

/**
 * Writes some rows of a sheet as a new one: values, formats, row heights and widths of columns. Formulas become their
 * values, above the header nothing. Everything else of the sheet is left out. Throws `BrokenXml` when the sheet has
 * another number of rows than expected.
 */
export function copySheet(xml: Iterable<string>, copy: SheetCopy, put: PutXml, budget: Budget): void {
  put(`${XML_HEAD}<worksheet xmlns="${SPREADSHEET}">`)
  const merged: string[] = []
  let seen = 0
  let row: RowCopy | null = null
  const reader = {
    row(_: number, attributes: Record<string, string>) {
      const as = copy.rows[seen++]
      row = as ? new RowCopy(as, copy, attributes) : null
    },
    cell: (cell: StoredCell) => row?.add(cell),
    endRow() {
      if (row) put(row.end())
    },
    open(name: string, attributes: Record<string, string>) {
      if (name === 'mergeCell') {
        const ref = attributes.ref ?? ''
        const last = placeOf(ref.split(':').at(-1) ?? '')
        if (last && last.row <= copy.mergedUpTo) merged.push(`<mergeCell ref="${attributeText(ref)}"/>`)
      } else if (name === 'sheetData') put('<sheetData>')
      else if (FORMATS.has(name) && seen === 0) put(`<${name}${plainAttributes(attributes)}>`)
    },
    close(name: string) {
      if (name === 'sheetData') put('</sheetData>')
      else if (FORMATS.has(name) && seen === 0) put(`</${name}>`)
    },
  }
  readCells(xml, reader, budget)
  if (seen !== copy.rows.length) throw new BrokenXml('rows that were not read', 0)
  if (merged.length > 0) put(`<mergeCells>${merged.join('')}</mergeCells>`)
  put('</worksheet>', 'last')
}

/** Attributes of the format itself; those of extensions refer to parts that are left out. */
export function plainAttributes(attributes: Record<string, string>, without: string[] = []): string {
  return Object.entries(attributes)
    .filter(([name]) => !name.includes(':') && name !== 'xmlns' && !without.includes(name))
    .map(([name, value]) => ` ${name}="${attributeText(value)}"`)
    .join('')
}

class RowCopy {
  private xml = ''
  private readonly as: NonNullable<CopiedRow>
  private readonly copy: SheetCopy

  constructor(as: NonNullable<CopiedRow>, copy: SheetCopy, attributes: Record<string, string>) {
    this.as = as
    this.copy = copy
    this.xml = `<row r="${as.line}"${plainAttributes(attributes, ['r', 'spans'])}>`
  }

  add(cell: StoredCell): void {
    const { column } = cell
    const name = this.as.names?.get(column)
    const style = cell.style === undefined ? '' : ` s="${attributeText(cell.style)}"`
    this.write(column, style, name === undefined ? this.content(cell) : this.textContent(name))
  }

  end(): string {
    return `${this.xml}</row>`
  }

  private write(column: number, style: string, content: string): void {
    this.xml += `<c r="${cellAddress(column, this.as.line)}"${style}${content}`
  }

  private content({ type, value, formula }: StoredCell): string {
    if (value === '' || (formula && this.as.above)) return '/>'
    if (type === 's') return this.textContent(this.copy.shared[Number(value)] ?? '')
    if (type === 'inlineStr' || type === 'str') return this.textContent(unescapeXml(value))
    return `${type === 'n' ? '' : ` t="${attributeText(type)}"`}><v>${cellText(value)}</v></c>`
  }

  private textContent(text: string): string {
    return text === '' ? '/>' : ` t="s"><v>${this.copy.placeOfText(text)}</v></c>`
  }
}
