import type { Encoding } from '@/lib/tables/text/choices'
import type { Reading } from '@/lib/tables/words'

/** The formats for files with results. */
export const TABLE_FORMATS = ['xlsx', 'csv', 'json'] as const
export type ResultFormat = (typeof TABLE_FORMATS)[number]
/** The formats for lists in columns of their own. */
export const LIST_FORMATS = ['xlsx', 'csv'] as const satisfies ResultFormat[]
export type ListFormat = (typeof LIST_FORMATS)[number]

export const MAX_BYTES = 20 * 1024 * 1024
export const MAX_RECORDS = 100_000
export const MAX_COLUMNS = 1000
/** What a spreadsheet cell can hold. */
export const MAX_CELL = 32_767

export type LineEnd = 'CRLF' | 'LF' | 'CR' | 'mixed' | 'none'

/** Delimited text, an Excel workbook, or a file of payment orders (pain.001). */
export const FILE_FORMATS = ['text', 'workbook', 'payments'] as const
export type TableFormat = (typeof FILE_FORMATS)[number]

/** A property of a cell that its text doesn't show. */
export type CellTrait =
  /** the stored result of a formula */
  | 'formula'
  /** a formula whose result was never stored */
  | 'formula_empty'
  /** a number with more digits than spreadsheets keep */
  | 'digits_lost'
  /** covered by a merged cell: empty, although the screen shows a value */
  | 'merged'
  /** an account that is not an IBAN */
  | 'other_account'

/** One record of data. */
export type Rec = {
  /** From 1, without blank lines: the number shown to people. */
  number: number
  /** The physical line where it begins, from 1; in a workbook the row of the sheet. */
  line: number
  cells: string[]
  /** By column index. */
  traits?: Record<number, CellTrait>
  /** The columns whose cells are numbers of a workbook: their texts have a decimal point. Rows share equal lists. */
  numbers?: readonly number[]
  /** A row of a workbook that is hidden or filtered out. */
  hidden?: true
}

/** Column indexes by content, from 0. */
export type ColumnMap = {
  iban: number | null
  /** Joined with a space, in this order. */
  name: number[]
  /** Columns whose text, if any, replaces `name`: a company beside first and last name. */
  instead: number[]
  reference: number | null
  note: number | null
  /** The amount to pay: a table with it becomes a payment run. Absent: it has none. */
  amount?: number | null
  currency?: number | null
  /** The currency of every row, where no column has it. */
  currencyCode?: string
  /** The decimal separator of the amounts, detected from the whole column or confirmed by the person. */
  decimal?: '.' | ','
  /** A person said that the negative amounts are to be paid, as in statements of banks, and no others. */
  negative?: true
}

/** The shapes of the cells in one column, over a sample of rows; shares are of the filled cells. */
export type Column = {
  index: number
  readings: Reading[]
  filled: number
  /** The rows of the sample in which it is filled. */
  rows: ReadonlySet<number>
  valid: number
  likeIban: number
  likeName: number
  /** Letters without a digit, such as initials. */
  letters: number
  likeBank: number
  likeBic: number
  distinct: number
  /** Several cells are filled, all with the same value. */
  constant: boolean
  severalWords: number
  /** The header marks it as outdated. */
  old: boolean
}

/** A note about the whole file, shown with the preview. */
export type TableNote =
  | { code: 'hidden_rows' | 'merged_rows' | 'blank_rows'; lines: number[] }
  /** What a payment file declares and what it contains; `batch` is null for the whole file */
  | { code: 'count_differs' | 'sum_differs'; batch: string | null; declared: string; found: string }
  /** Columns with IBANs that are not used, from 1: a second list beside the first */
  | { code: 'list_beside'; columns: number[] }
  /** Execution dates of a payment file that the calendar doesn't have, as they are written */
  | { code: 'dates_unreadable'; dates: string[] }

export type ParsedTable = {
  format: TableFormat
  encoding: Encoding
  bom: boolean
  delimiter: string
  lineEnd: LineEnd
  /** The physical line of the header, null when there is none. */
  headerRow: number | null
  headers: string[]
  /** The header and what is above it, apart from blank records. Their numbers mean nothing. */
  above?: Rec[]
  records: Rec[]
  /** The sheet that was read, and all that can be chosen. */
  sheet?: string
  sheets?: string[]
  /** The columns, where the format itself defines them. */
  map?: ColumnMap
  notes?: TableNote[]
}

export type TableOptions = {
  encoding?: string
  delimiter?: string
  headerRow?: number | null
  sheet?: string
}

/** How a stored file is read: the format that was found, text by default, and the choices for it. */
export type StoredReading = TableOptions & { format?: TableFormat }

export type FileProblem = 'file_type' | 'header_not_found'

/** Why a file can't be read as a table; codes of the bad-input list. */
export type TableProblem = {
  problem:
    | FileProblem
    | 'file_empty'
    | 'file_too_large'
    | 'encoding_undetermined'
    | 'csv_nul'
    | 'csv_quotes'
    | 'columns_together'
    | 'cell_too_long'
    | 'too_many_columns'
    | 'too_many_rows'
    | 'file_password'
    | 'file_old_excel'
    | 'file_damaged'
    | 'file_unpacks_too_large'
    | 'too_many_cells'
    | 'payments_other'
    | 'payments_broken'
    | 'payments_repeated'
    | 'payments_above'
  line?: number
  /** in payment files: the element there, and its value as it may be shown (lib/tables/xml/place.ts) */
  element?: string
  value?: string
}

/** A file without rows; `line`: that of its header, if it has one. */
export const emptyFile = ({ headerRow }: Pick<ParsedTable, 'headerRow'>): TableProblem => ({
  problem: 'file_empty',
  ...(headerRow !== null && { line: headerRow }),
})

/** The values that a person typed or accepted in place of the file's. */
export type RowEdit = { iban?: string; name?: string; reference?: string; note?: string }

/** Whether the cell is a number of a workbook, and not a text that somebody typed. */
export function holdsNumber({ numbers }: Pick<Rec, 'numbers'>, column: number): boolean {
  return numbers?.includes(column) ?? false
}

/** Some hundred rows from all of a file, enough to tell what its columns hold. */
export function sampleOf<T>(rows: readonly T[]): T[] {
  const step = Math.max(1, Math.floor(rows.length / SAMPLE_ROWS))
  return rows.filter((_, index) => index % step === 0)
}
const SAMPLE_ROWS = 300

/** The cells of such rows, without lines of dashes: they are no content of a column. */
export const sampleCells = (records: readonly Rec[]): string[][] =>
  sampleOf(records)
    // read once: a record splits its cells on every access
    .map(({ cells }) => cells)
    .filter((cells) => !isRule(cells))

/** Whether a record contains only white space, or the DOS end-of-file character. */
export function isBlank(cells: string[]): boolean {
  return cells.every((cell) => cell === '' || cell.trim() === '' || cell === '\u001a')
}

const DASHES = /^[-–—_=~*+|.:\s─━═│┼╪]*$/
const DASH = /[-–—_=~*─━═]/g

/** Whether the cells hold nothing but a line, such as `|-----|----|`. */
export function isRule(cells: string[]): boolean {
  const text = cells.join('')
  return DASHES.test(text) && (text.match(DASH)?.length ?? 0) >= 3
}
