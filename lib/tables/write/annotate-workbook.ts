import { strToU8, Zip, ZipDeflate } from 'fflate'
import type { TableOptions } from '@/lib/tables/table'
import { addressOf } from '@/lib/tables/workbook/cells'
import { dataRows, headerOf, openSheet } from '@/lib/tables/workbook/read-workbook'
import { samePart, unzipAll } from '@/lib/tables/workbook/zip'
import { cellText } from '@/lib/tables/xml/write-xml'
import { UnreadableOriginal } from './annotate'

/** What stands in the added cells of a row, by its number and its cells. */
export type Added = (rowNumber: number, cells: string[]) => string[]

/** The sheet is written in pieces of about this many characters. */
const PIECE = 128 * 1024

/**
 * The workbook with columns added to the sheet that was read: every cell, style, formula and other sheet stays as it
 * is; the new cells stand to the right of the widest row, as text, so that no result can become a formula. Given out
 * in pieces as they are packed, so that whoever reads them can do other things between two. `addedTo` is asked row by
 * row. `options` must be those the file was read with. Throws `UnreadableOriginal` when it is no workbook any more.
 */
export function* annotateWorkbook(
  bytes: Uint8Array,
  options: TableOptions,
  addedTo: Added,
  addedHeaders: string[],
): Iterable<Uint8Array> {
  const open = openSheet(bytes, options)
  if ('problem' in open) throw new UnreadableOriginal(open)
  const { sheet, part } = open
  const header = headerOf(sheet, options)
  const width = sheet.rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const rows = new Map(dataRows(sheet, header).map((row, index) => [row.line, { ...row, number: index + 1 }]))
  const cellsFor = (line: number) => {
    const row = rows.get(line)
    return line === header?.line ? addedHeaders : row && addedTo(row.number, row.cells)
  }
  const packed: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    packed.push(piece)
  })
  for (const [name, content] of Object.entries(unzipAll(bytes))) {
    const entry = new ZipDeflate(name, { level: 6 })
    zip.add(entry)
    const pieces = samePart(name, part.path)
      ? withCells(new TextDecoder().decode(content), cellsFor, width)
      : slicesOf(content)
    for (const piece of pieces) {
      entry.push(piece)
      yield* packed.splice(0)
    }
    entry.push(new Uint8Array(), true)
    yield* packed.splice(0)
  }
  zip.end()
  yield* packed.splice(0)
}

function* slicesOf(bytes: Uint8Array): Iterable<Uint8Array> {
  for (let from = 0; from < bytes.length; from += PIECE) yield bytes.subarray(from, from + PIECE)
}

const ROW = /<((?:[\w-]+:)?)row\b([^>]*?)(\/>|>([\s\S]*?)<\/\1row>)/g
/** What the sheet says of its own size stands before the rows, and would be too small. */
const SIZE = /<((?:[\w-]+:)?)dimension\b[^>]*\/>/

/** Adds cells at the end of rows, in the prefix of the sheet. */
function* withCells(
  xml: string,
  cellsFor: (line: number) => string[] | undefined,
  width: number,
): Iterable<Uint8Array> {
  let line = 0
  let from = 0
  let text = ''
  for (const match of xml.matchAll(ROW)) {
    const [whole, prefix = '', attributes = '', end, inner = ''] = match
    const before = xml.slice(from, match.index)
    text += from === 0 ? before.replace(SIZE, '') : before
    from = match.index + whole.length
    line = Number(/\br="(\d+)"/.exec(attributes)?.[1] ?? line + 1)
    const cells = end === '/>' ? undefined : cellsFor(line)
    const markup = cells?.map((cell, i) => cellXml(cell, addressOf(width + i, line), prefix)).join('')
    const open = attributes.replace(/\sspans="[^"]*"/, '')
    text += cells ? `<${prefix}row${open}>${inner}${markup}</${prefix}row>` : whole
    if (text.length < PIECE) continue
    yield strToU8(text)
    text = ''
  }
  yield strToU8(text + xml.slice(from))
}

function cellXml(text: string, address: string, prefix: string): string {
  if (text === '') return ''
  const t = `<${prefix}t xml:space="preserve">${cellText(text)}</${prefix}t>`
  return `<${prefix}c r="${address}" t="inlineStr"><${prefix}is>${t}</${prefix}is></${prefix}c>`
}
