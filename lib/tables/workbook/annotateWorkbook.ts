import { strToU8, zipSync } from 'fflate'
import { UnreadableOriginal } from '../annotate'
import type { TableOptions } from '../read'
import { addressOf } from './cells'
import { dataRows, headerOf, openSheet } from './readWorkbook'
import { samePart, unzipAll } from './zip'

/** What stands in the added cells of a row, by its number and its cells. */
export type Added = (rowNumber: number, cells: string[]) => string[]

/**
 * The workbook with columns added to the sheet that was read: every cell, style, formula and other sheet stays as it
 * is; the new cells stand to the right of the widest row, as text, so that no result can become a formula.
 * `options` must be those the file was read with. Throws `UnreadableOriginal` when it is no workbook any more.
 */
export function annotateWorkbook(
  bytes: Uint8Array,
  options: TableOptions,
  addedTo: Added,
  addedHeaders: string[],
): Uint8Array {
  const open = openSheet(bytes, options)
  if ('problem' in open) throw new UnreadableOriginal(open)
  const { sheet, part } = open
  const header = headerOf(sheet, options)
  const width = sheet.rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const added = new Map<number, string[]>()
  if (header) added.set(header.line, addedHeaders)
  for (const [index, row] of dataRows(sheet, header).entries())
    added.set(row.line, addedTo(index + 1, row.cells))
  const files = unzipAll(bytes)
  const path = Object.keys(files).find((name) => samePart(name, part.path)) ?? part.path
  const xml = new TextDecoder().decode(files[path])
  files[path] = strToU8(withCells(xml, added, width))
  return zipSync(files, { level: 6 })
}

const ROW = /<((?:[\w-]+:)?)row\b([^>]*?)(\/>|>([\s\S]*?)<\/\1row>)/g

/** Adds cells at the end of rows, in the prefix of the sheet. What the sheet says of its own size is made wider. */
function withCells(xml: string, added: Map<number, string[]>, width: number): string {
  let line = 0
  return xml
    .replace(ROW, (whole, prefix: string, attributes: string, end: string, inner = '') => {
      line = Number(/\br="(\d+)"/.exec(attributes)?.[1] ?? line + 1)
      const cells = added.get(line)
      if (!cells) return whole
      const markup = cells.map((text, i) => cellXml(text, addressOf(width + i, line), prefix)).join('')
      const open = attributes.replace(/\sspans="[^"]*"/, '')
      return end === '/>' ? whole : `<${prefix}row${open}>${inner}${markup}</${prefix}row>`
    })
    .replace(/<((?:[\w-]+:)?)dimension\b[^>]*\/>/, '')
}

function cellXml(text: string, address: string, prefix: string): string {
  if (text === '') return ''
  const t = `<${prefix}t xml:space="preserve">${escaped(text)}</${prefix}t>`
  return `<${prefix}c r="${address}" t="inlineStr"><${prefix}is>${t}</${prefix}is></${prefix}c>`
}

/** Signs that XML does not have are left out. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
