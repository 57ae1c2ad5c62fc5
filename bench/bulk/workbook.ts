import { createHash } from 'node:crypto'
import { writeWorkbook } from '@/lib/exports/workbook'
import { linesOf, type TestRow } from '@/lib/uploads/testing/body'

/** The lines of an upload whose file is a workbook of these rows. */
export async function linesOfWorkbook(rows: TestRow[]): Promise<string[]> {
  async function* pages() {
    yield [['IBAN', 'Name'], ...rows.map((row) => ('iban' in row ? [row.iban, row.name] : ['', '']))]
  }
  const pieces = await Array.fromAsync(writeWorkbook(pages(), 'Payees'))
  const file = Buffer.concat(pieces.map((piece) => Buffer.from(piece)))
  const lines = linesOf(rows, {
    hash: createHash('sha256').update(file).digest('hex'),
    table: {
      ...{ format: 'workbook', sheet: 'Payees', encoding: 'utf-8', delimiter: ';' },
      ...{ headerRow: 1, lineEnd: 'none', bom: false },
    },
  })
  return [...lines.slice(0, -1), JSON.stringify({ original: file.toString('base64') })]
}
