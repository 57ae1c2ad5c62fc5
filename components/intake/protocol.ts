import type { FixKind, Proposal } from '@/lib/tables/fixes/fixes'
import type { AmountTotals } from '@/lib/tables/payments/amount-totals'
import type { CheckedRow, RowWarning } from '@/lib/tables/rows/rows'
import type {
  ColumnMap,
  RowEdit,
  TableFormat,
  TableNote,
  TableOptions,
  TableProblem,
} from '@/lib/tables/table'
import type { Encoding } from '@/lib/tables/text/choices'

/** What a row shares with others: each is a filter of its own, and none counts as a warning. */
const REPEATS = ['same_pair', 'iban_many_names', 'name_many_ibans'] as const
export type Repeat = (typeof REPEATS)[number]
export const isRepeat = (warning: RowWarning): warning is RowWarning & Repeat =>
  (REPEATS as readonly string[]).includes(warning)

export const SHOWS = ['all', 'errors', 'warnings', ...REPEATS] as const
export type Show = (typeof SHOWS)[number]

/** The listed rows: those of a filter, or of one kind in it. */
export type Listing = { show: Show; kind: string | null }

/** A column in the mapping step. */
export type ColumnView = {
  index: number
  header: string
  samples: string[]
  /** Share of the sampled cells that are valid IBANs, 0 to 1. */
  validIbans: number
}

/** A file that was parsed as a table; the rows stay in the worker. */
export type Opened = {
  fileName: string
  /** SHA-256 of its bytes, hex. */
  hash: string
  format: TableFormat
  encoding: Encoding
  bom: boolean
  delimiter: string
  sheet: string | null
  sheets: string[]
  notes: TableNote[]
  headerRow: number | null
  /** Lines that could be the header. */
  headerLines: number[]
  headers: string[]
  /** The first rows. */
  preview: string[][]
  /** Some cell has signs of a wrong encoding. */
  garbled: boolean
  rows: number
  columns: ColumnView[]
  guess: ColumnMap
  map: ColumnMap
  /** What it would pay; null for a list without amounts. */
  amounts: AmountTotals | null
  title: string
  /** The upload whose rows this file corrects. */
  completes: string | null
}

/** A fix for many rows: how many, and the first of them as an example. */
export type FixCard = { kind: FixKind; rows: number; before: string; after: string }

/** Counts after checking, and after every change. */
export type Summary = {
  /** Rows with a problem, skipped or not. */
  invalid: number
  /** Rows with a problem that are neither fixed nor skipped. */
  openErrors: number
  /** The size of each filter and of its kinds. */
  sizes: Record<Show, number>
  kinds: Partial<Record<Show, { kind: string; count: number }[]>>
  /** The listed rows: frozen when the filter is chosen, so that a fixed row stays in place. */
  listing: Listing & { count: number; version: number }
  kept: number
  /** Distinct (IBAN, name) pairs to send, which are billed. */
  toVerify: number
  /** How many IBANs have how many different names. */
  crowd: Record<number, number>
  fixes: FixCard[]
  edited: number
  undo: number
  redo: number
}

export type RowView = Pick<
  CheckedRow,
  'number' | 'iban' | 'name' | 'problems' | 'warnings' | 'duplicateOf'
> & {
  /** As typed or in the file, before cleaning: the value of an input. */
  raw: { iban: string; name: string }
  skipped: boolean
  /** The cells that had a problem when the file was read, of a row that was changed since. */
  repaired: readonly ('iban' | 'name')[]
  bank: string | null
  proposals: Proposal[]
  /** The cell of the IBAN in a workbook, such as B7. */
  cell: string | null
}

/** Replaces a text in one column. */
export type Replacement = { field: 'iban' | 'name'; find: string; text: string }

/** A cell that differs from the file. */
export type ChangeView = { row: number; field: 'iban' | 'name'; before: string; after: string }

/** A bank that the file pays: one of its IBANs, and how many rows go to it. */
export type PayeeBank = { bank: string; rows: number }

/** `cut`: there are more banks, with fewer rows. */
export type PayeeBanks = { banks: PayeeBank[]; cut: boolean }

/** The beginning of a large file, shown while the rest is being parsed. */
export type FirstRows = { opened: Opened; rows: CheckedRow[] }

/** Everything for `POST /api/uploads`. */
export type Packed = { blob: Blob; bytes: number; key: string }

export type Download = { name: string; text: string }

/** The calls of the page to the worker, with their results. */
export type Calls = {
  open: { args: { file: File; userId: string }; answer: Opened | TableProblem }
  paste: { args: { text: string; name: string; userId: string }; answer: Opened | TableProblem }
  resume: { args: { userId: string }; answer: Opened | TableProblem | null }
  reread: { args: { options: TableOptions }; answer: Opened | TableProblem }
  map: { args: { map: ColumnMap }; answer: Opened }
  list: { args: Listing; answer: Summary }
  rows: { args: { from: number; size: number }; answer: RowView[] }
  edit: { args: { row: number; edit: RowEdit }; answer: Summary }
  fix: { args: { kind: FixKind }; answer: Summary }
  /** In the listed rows; `rows` were changed. */
  replace: { args: Replacement; answer: { summary: Summary; rows: number } }
  properNames: { args: Record<never, never>; answer: { summary: Summary; rows: number } }
  changes: { args: { most: number }; answer: ChangeView[] }
  banks: { args: Record<never, never>; answer: PayeeBanks }
  skip: { args: { rows: number[] | 'errors' | 'repeats'; on: boolean }; answer: Summary }
  undo: { args: { redo: boolean }; answer: Summary }
  /** The next listed row after this one that still has a problem, or null. */
  nextError: { args: { after: number }; answer: { row: number; index: number } | null }
  /** Takes corrected rows back. */
  corrected: { args: { file: File }; answer: { summary: Summary; rows: number } | TableProblem }
  download: { args: { what: 'skipped' | 'fix'; words: Record<string, string> }; answer: Download }
  title: { args: { title: string }; answer: null }
  /** The next `pack` is another upload, even if nothing was changed. */
  renewKey: { args: Record<never, never>; answer: null }
  pack: { args: Record<never, never>; answer: Packed }
}
export type CallName = keyof Calls

export type ToWorker = { [Name in CallName]: { id: number; call: Name; args: Calls[Name]['args'] } }[CallName]

/** Results have the id of their call; other messages are events. */
export type FromWorker =
  | { id: number; value: unknown }
  | { id: number; error: string }
  | { news: 'first'; first: FirstRows }
  | { news: 'progress'; share: number }
  | { news: 'checked'; summary: Summary }
