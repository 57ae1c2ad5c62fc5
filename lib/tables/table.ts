import type { Encoding } from '@/lib/tables/text/choices'
import type { Reading } from '@/lib/tables/words'

/** The files that results are written to. */
export const TABLE_FORMATS = ['xlsx', 'csv', 'json'] as const
export type ResultFormat = (typeof TABLE_FORMATS)[number]

export const MAX_BYTES = 20 * 1024 * 1024
export const MAX_RECORDS = 100_000
export const MAX_COLUMNS = 1000
/** What a spreadsheet cell can hold. */
export const MAX_CELL = 32_767

export type LineEnd = 'CRLF' | 'LF' | 'CR' | 'mixed' | 'none'

/** Delimited text, an Excel workbook, or a file of payment orders (pain.001). */
export const FILE_FORMATS = ['text', 'workbook', 'payments'] as const
export type TableFormat = (typeof FILE_FORMATS)[number]

/** What a person should know of a cell that its text does not say. */
export type CellTrait =
  /** the stored result of a formula */
  | 'formula'
  /** a formula whose result was never stored */
  | 'formula_empty'
  /** a number with more digits than a spreadsheet keeps */
  | 'digits_lost'
  /** covered by a merged cell: empty although the screen shows something */
  | 'merged'
  /** an account of a payment that is no IBAN */
  | 'other_account'

/** One record of data. */
export type Rec = {
  /** From 1, blank lines not counted: the number a person sees. */
  number: number
  /** The physical line on which it begins, from 1; the row of the sheet. */
  line: number
  cells: string[]
  /** By index of the column. */
  traits?: Record<number, CellTrait>
  /** A row of a workbook that is hidden or filtered away. */
  hidden?: true
}

/** Which columns hold what, by index from 0. */
export type ColumnMap = {
  iban: number | null
  /** Joined with a space, in this order. */
  name: number[]
  /** Columns whose text, where there is any, is the name instead of `name`: a company beside first and last name. */
  instead: number[]
  reference: number | null
  note: number | null
}

/** What the cells of one column look like, over a sample of the rows; shares are of the filled cells. */
export type Column = {
  index: number
  readings: Reading[]
  filled: number
  valid: number
  likeIban: number
  likeName: number
  /** Letters without a digit: initials too. */
  letters: number
  likeBank: number
  likeBic: number
  distinct: number
  /** Several cells are filled, all with the same. */
  constant: boolean
  severalWords: number
  /** The header says that it was valid earlier. */
  old: boolean
}

/** Something about the whole file that is told beside the preview. */
export type TableNote =
  | { code: 'hidden_rows' | 'merged_rows' | 'blank_rows'; lines: number[] }
  /** What a payment file says about itself and what is in it; `batch` is null for the whole file. */
  | { code: 'count_differs' | 'sum_differs'; batch: string | null; declared: string; found: string }

export type Table = {
  format: TableFormat
  encoding: Encoding
  bom: boolean
  delimiter: string
  lineEnd: LineEnd
  /** False when quotes in this file are ordinary signs. */
  quotes: boolean
  /** The physical line of the header, null when there is none. */
  headerRow: number | null
  headers: string[]
  records: Rec[]
  /** Records after the header without any text. */
  blankRows: number
  /** The sheet of a workbook, and all that can be chosen. */
  sheet?: string
  sheets?: string[]
  /** Which columns hold what, where the format itself says it. */
  map?: ColumnMap
  notes?: TableNote[]
}

export type TableOptions = {
  encoding?: string
  delimiter?: string
  headerRow?: number | null
  sheet?: string
}

export type FileProblem = 'file_type' | 'header_not_found'

/** Why a file cannot be read as a table; codes of the bad-input list. */
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
  line?: number
}

/** What a person typed or accepted instead of what the file says. */
export type RowEdit = { iban?: string; name?: string; reference?: string; note?: string }

/** True when no cell of a record holds anything but white space, or the sign that ended files in DOS. */
export function isBlank(cells: string[]): boolean {
  return cells.every((cell) => cell === '' || cell.trim() === '' || cell === '\u001a')
}
