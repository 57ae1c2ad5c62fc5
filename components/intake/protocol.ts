import type { ColumnMap } from '@/lib/tables/columns'
import type { LineEnd, TableOptions, TableProblem } from '@/lib/tables/read'
import type { CheckedRow, RowCounts } from '@/lib/tables/rows'

export const SHOWS = ['all', 'errors', 'warnings', 'duplicates'] as const
export type Show = (typeof SHOWS)[number]

/** One column as the person sees it while matching. */
export type ColumnView = {
  index: number
  header: string
  samples: string[]
  /** Share of the sampled cells that are valid IBANs, 0 to 1. */
  validIbans: number
}

/** A file that was read as a table; the rows stay in the worker. */
export type Opened = {
  fileName: string
  encoding: string
  bom: boolean
  delimiter: string
  lineEnd: LineEnd
  headerRow: number | null
  /** Physical lines that could be the header. */
  headerLines: number[]
  headers: string[]
  /** The first rows. */
  preview: string[][]
  /** Some cell holds signs of a wrong encoding. */
  garbled: boolean
  rows: number
  blank: number
  columns: ColumnView[]
  guess: ColumnMap
  map: ColumnMap
  title: string
}

/** Counts after the rows were checked, and after rows were skipped. */
export type Summary = {
  counts: RowCounts
  /** Rows with a problem that are neither fixed nor skipped. */
  openErrors: number
  /** How many rows each filter lists. */
  listed: Record<Show, number>
  kept: number
  skipped: number
  /** Distinct (IBAN, name) pairs to send: what is billed. */
  toVerify: number
}

export type RowView = Pick<
  CheckedRow,
  'number' | 'iban' | 'name' | 'problems' | 'warnings' | 'duplicateOf'
> & { skipped: boolean; bank: string | null }

/** Everything for `POST /api/uploads`. */
export type Packed = { blob: Blob; bytes: number; key: string }

/** What the page asks of the worker, and what comes back. */
export type Calls = {
  open: { args: { file: File; userId: string }; answer: Opened | TableProblem }
  resume: { args: { userId: string }; answer: Opened | TableProblem | null }
  reread: { args: { options: TableOptions }; answer: Opened | TableProblem }
  map: { args: { map: ColumnMap }; answer: Opened }
  rows: { args: { show: Show; from: number; size: number }; answer: RowView[] }
  skip: { args: { rows: number[] | 'errors'; on: boolean }; answer: Summary }
  title: { args: { title: string }; answer: null }
  pack: { args: Record<never, never>; answer: Packed }
  discard: { args: Record<never, never>; answer: null }
}
export type CallName = keyof Calls

export type ToWorker = { [Name in CallName]: { id: number; call: Name; args: Calls[Name]['args'] } }[CallName]

/** Answers carry the id of their call; the rest is news. */
export type FromWorker =
  | { id: number; value: unknown }
  | { id: number; error: string }
  | { news: 'progress'; share: number }
  | { news: 'checked'; summary: Summary }
