import type { TableOptions } from '@/lib/tables/table'
import { cellAddress } from '@/lib/tables/workbook/cells'
import { dataRows, headerOf, type OpenSheet, openSheet } from '@/lib/tables/workbook/read-workbook'
import { entryText } from '@/lib/tables/workbook/zip'
import { BrokenXml } from '@/lib/tables/xml/read-xml'
import { addCells, type Markup } from './add-cells'
import { type AddedCells, UnreadableOriginal } from './annotate'
import { cellXml } from './cell-xml'
import { rezip } from './rezip'

/**
 * Adds columns to the sheet that was read: every cell, style, formula and other sheet is unchanged; the new cells are
 * to the right of the widest row, as text, so that no result can become a formula. Yields chunks as they are compressed
 * and calls `addedTo` row by row. `options` must be those the file was read with. Throws `UnreadableOriginal` when it
 * is no longer a workbook.
 */
export function* annotateWorkbook(
  bytes: Uint8Array,
  options: TableOptions,
  addedTo: AddedCells,
  addedHeaders: string[],
): Iterable<Uint8Array> {
  const open = openSheet(bytes, options)
  if ('problem' in open) throw new UnreadableOriginal(open)
  try {
    yield* written(bytes, open, markupOf(open, options, addedTo, addedHeaders))
  } catch (error) {
    // a readable file may still contain a tag that is too long to write
    if (error instanceof BrokenXml) throw new UnreadableOriginal({ problem: 'file_damaged' })
    throw error
  }
}

function written(bytes: Uint8Array, { parts, part, sheet }: OpenSheet, markup: Markup): Iterable<Uint8Array> {
  const read = parts.find(part.path)
  return rezip(bytes, parts.entries, (entry) =>
    entry === read ? addCells(entryText(bytes, entry), markup, sheet.rows.length) : undefined,
  )
}

/** The cells to add, by position of the row in the sheet. */
function markupOf(
  { sheet }: OpenSheet,
  options: TableOptions,
  addedTo: AddedCells,
  addedHeaders: string[],
): Markup {
  const header = headerOf(sheet, options)
  const width = sheet.rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const numbers = new Map(dataRows(sheet, header).map((row, index) => [row, index + 1]))
  return (index, prefix) => {
    const row = sheet.rows[index]
    if (!row) return undefined
    const number = numbers.get(row)
    const cells = row === header ? addedHeaders : number && addedTo(number, row.cells)
    if (!cells) return undefined
    return cells.map((cell, i) => cellXml(cell, cellAddress(width + i, row.line), prefix)).join('')
  }
}
