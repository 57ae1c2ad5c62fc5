import type { CallBack } from '@/lib/reviews/call'
import { writeCsv } from '@/lib/tables/write/write-csv'
import type { Outcome } from '@/lib/verifications/outcome'

/** The columns of an export, in order. In an export of the history, `row` is empty unless the check came from a file. */
const EXPORT_COLUMNS = [
  'checkedAt',
  'name',
  'iban',
  'result',
  'bankName',
  'correctedName',
  'reason',
  'decision',
  'decidedBy',
  'callBack',
  'reference',
  'purpose',
  'country',
  'bank',
  'source',
  'file',
  'row',
  'checkedBy',
  'checkId',
] as const
export type ExportColumn = (typeof EXPORT_COLUMNS)[number]

/** One check, or one row of a file that was not sent (without an ID). Codes as stored, times in ISO 8601 UTC. */
export type ExportRow = Record<Exclude<ExportColumn, 'row' | 'result' | 'callBack'>, string | null> & {
  row: number | null
  result: Outcome
  /** for a row of a file: its IBAN or name was changed after the upload */
  edited?: boolean
  /** the call to the payee on which the decision is based */
  callBack: CallBack | null
}

/** The texts that replace codes in the cells of a row. */
export type ExportWords = {
  header: (column: ExportColumn) => string
  cell: (column: ExportColumn, value: string) => string
  call: (call: CallBack) => string
}

const cells = (row: ExportRow, words: ExportWords): string[] =>
  EXPORT_COLUMNS.map((column) => {
    const value = row[column]
    if (value !== null && typeof value === 'object') return words.call(value)
    return value === null ? '' : words.cell(column, `${value}`)
  })

type Pages = AsyncIterable<ExportRow[]>

/** Yields rows of text cells, the header first, for the tabular formats. */
export async function* tableLines(pages: Pages, words: ExportWords): AsyncGenerator<string[][]> {
  yield [EXPORT_COLUMNS.map(words.header)]
  for await (const page of pages) yield page.map((row) => cells(row, words))
}

/** CSV in UTF-8 with a BOM: safe for spreadsheets, and read back exactly by our own parser. */
export async function* writeCsvFile(lines: AsyncIterable<string[][]>): AsyncGenerator<string> {
  let first = '\ufeff'
  for await (const page of lines) {
    yield first + writeCsv(page)
    first = ''
  }
}

/** One JSON array, with codes instead of texts. */
export async function* writeJsonFile(pages: Pages): AsyncGenerator<string> {
  let before = '[\n'
  for await (const page of pages) {
    yield before + page.map((row) => JSON.stringify(row)).join(',\n')
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}
