import type { CallBack } from '@/lib/reviews/call'
import { csvLine } from '@/lib/tables/write/write-csv'
import type { Outcome } from '@/lib/verifications/outcome'

/** The columns of an export, in their order. A history has no row of a file unless the check came from one. */
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

/** One check, or one row of a file that was not sent (then without an id). Codes as stored, times in ISO 8601 UTC. */
export type ExportRow = Record<Exclude<ExportColumn, 'row' | 'result' | 'callBack'>, string | null> & {
  row: number | null
  result: Outcome
  /** of a row of a file: IBAN or name are not what the file says */
  edited?: boolean
  /** the call to the payee that the decision rests on */
  callBack: CallBack | null
}

/** How the cells of a row read for people: words instead of codes. */
export type Words = {
  header: (column: ExportColumn) => string
  cell: (column: ExportColumn, value: string) => string
  call: (call: CallBack) => string
}

const cells = (row: ExportRow, words: Words): string[] =>
  EXPORT_COLUMNS.map((column) => {
    const value = row[column]
    if (value !== null && typeof value === 'object') return words.call(value)
    return value === null ? '' : words.cell(column, `${value}`)
  })

type Pages = AsyncIterable<ExportRow[]>

/** Lines of text cells, the header first, for the formats that are tables. */
export async function* tableLines(pages: Pages, words: Words): AsyncGenerator<string[][]> {
  yield [EXPORT_COLUMNS.map(words.header)]
  for await (const page of pages) yield page.map((row) => cells(row, words))
}

/** CSV in UTF-8 with BOM: safe for spreadsheets and exact for our own reading. */
export async function* writeCsvFile(lines: AsyncIterable<string[][]>): AsyncGenerator<string> {
  let first = '\ufeff'
  for await (const page of lines) {
    yield first + page.map((line) => csvLine(line)).join('')
    first = ''
  }
}

/** One JSON array, with codes instead of words. */
export async function* writeJsonFile(pages: Pages): AsyncGenerator<string> {
  let before = '[\n'
  for await (const page of pages) {
    yield before + page.map((row) => JSON.stringify(row)).join(',\n')
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}
