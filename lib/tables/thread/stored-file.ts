import { withOwnColumns } from '@/lib/tables/columns/own-columns'
import { cutFile } from '@/lib/tables/payments/cut-file'
import type { CutFiles, FilePayment, PaymentFile, WholeFile } from '@/lib/tables/payments/line'
import { readPaymentFile } from '@/lib/tables/payments/payment-file'
import {
  type AddedColumns,
  type ForeignLetters,
  type RenamedFile,
  renameFile,
  type SignedFile,
} from '@/lib/tables/payments/rename-file'
import { verifyCut } from '@/lib/tables/payments/verify-cut'
import type { TableCut } from '@/lib/tables/payments/verify-tables'
import { formatOf, readFile } from '@/lib/tables/read/read-file'
import { readBankReport } from '@/lib/tables/reports/read-report'
import type { BankReport, ReportProblem } from '@/lib/tables/reports/report'
import { differenceOf } from '@/lib/tables/rows/compare-row'
import type { ColumnMap, ParsedTable, StoredReading } from '@/lib/tables/table'
import { UnreadableOriginal } from '@/lib/tables/write/annotate'
import { annotateFile } from '@/lib/tables/write/annotate-file'

/** A row of an upload: IBAN and name as sent (null: not sent), and whether it was declared as edited. */
export type UploadedRow = { row: number; iban: string | null; name: string | null; edited: boolean }

/** The first row that is neither the file's nor declared as edited; `missing`: the file has no such row. */
export type RowDifference = { row: number; field: 'iban' | 'name' | 'missing' }

/** The result for a page of rows: how many are edited, and which were declared as edited but equal the file. */
export type ComparedPage = { difference: RowDifference | null; edited: number; unchanged: number[] }

export type FileBytes = { bytes: Uint8Array; table: StoredReading }
export type PaymentBytes = FileBytes & { map: ColumnMap }
export type RenamingBytes = PaymentBytes & {
  names: [number, string][]
  nameCap: number | null
  added?: AddedColumns
}
export type Annotating = FileBytes & { headers: string[] }
/** New cells to add, by row; `upTo`: all rows up to this one are complete. */
export type MoreResults = { results: [number, string[]][]; upTo: number }
/** The next chunk of an annotated file, and the last row in it; null at the end. */
export type AnnotatedPiece = { piece: Uint8Array; reached: number } | null

/**
 * A file in a thread: opened once, then queried. Methods whose argument has no bytes use the opened file. Throws
 * `UnreadableOriginal` for bytes that are not a table, or not in the declared format.
 */
export class StoredFile {
  #table: ParsedTable | undefined
  #paid: FilePayment[] = []
  #pieces: Iterator<Uint8Array> | undefined
  readonly #results = new Map<number, string[]>()
  #reached = 0
  #upTo = 0

  open({ bytes, table: how }: FileBytes): { rows: number; headers: string[] } {
    demandFormat(bytes, how)
    const table = readFile(bytes, how)
    if ('problem' in table) throw new UnreadableOriginal(table)
    this.#table = table
    return { rows: table.records.length, headers: table.headers }
  }

  compare({ rows, map: chosen }: { rows: UploadedRow[]; map: ColumnMap }): ComparedPage {
    const { records, headers, map: own } = this.#opened()
    const map = withOwnColumns(own, chosen)
    const page: ComparedPage = { difference: null, edited: 0, unchanged: [] }
    for (const { row, iban, name, edited } of rows) {
      if (iban === null || name === null) continue
      const record = records[row - 1]
      const field = record ? differenceOf(record, { iban, name }, map, headers.length) : 'missing'
      if (field !== null && (!edited || field === 'missing')) return { ...page, difference: { row, field } }
      if (field !== null) page.edited += 1
      else if (edited) page.unchanged.push(row)
    }
    return page
  }

  /** The cells of these rows; omits rows that the file doesn't have. */
  cells(numbers: number[]): [number, string[]][] {
    const { records } = this.#opened()
    return numbers.map((number) => [number, records[number - 1]?.cells ?? []])
  }

  /** Opens a file with payments; `paid` returns its lines. */
  openPaid({ bytes, table, map }: PaymentBytes): { file: PaymentFile; lines: number } {
    demandFormat(bytes, table)
    const found = readPaymentFile(bytes, table, map)
    if ('problem' in found) throw new UnreadableOriginal(found)
    this.#paid = found.lines
    return { file: found.file, lines: found.lines.length }
  }

  /** The next lines after this one. */
  paid({ after, size }: { after: number; size: number }): FilePayment[] {
    return this.#paid.slice(after, after + size)
  }

  /** Splits a payment file and verifies the parts. Throws for parts that don't add up to the file. */
  cut({ bytes, table, map, plan }: TableCut): CutFiles | WholeFile {
    demandFormat(bytes, table)
    const cut = cutFile(bytes, table, map, plan)
    if ('problem' in cut) throw new UnreadableOriginal(cut)
    if ('whole' in cut) return cut
    const fault = verifyCut({ bytes, table, map, plan }, cut)
    if (fault !== null) throw new Error(`the parts of a payment file are wrong: ${fault}`)
    return cut
  }

  /** The file with other names in some rows, and columns added to them. */
  rename({
    bytes,
    table,
    map,
    names,
    nameCap,
    added,
  }: RenamingBytes): RenamedFile | SignedFile | ForeignLetters {
    demandFormat(bytes, table)
    const renamed = renameFile(bytes, table, map, { names: new Map(names), nameCap }, added)
    if ('problem' in renamed) throw new UnreadableOriginal(renamed)
    return renamed
  }

  /** Reads a bank's report; needs no opened file. */
  report({ bytes }: { bytes: Uint8Array }): BankReport | ReportProblem {
    return readBankReport(bytes)
  }

  annotate({ bytes, table, headers }: Annotating): void {
    demandFormat(bytes, table)
    const empty = headers.map(() => '')
    const added = (number: number) => {
      // an empty cell would mean that there is no result
      if (number > this.#upTo) throw new Error(`row ${number} is written before its result was read`)
      this.#reached = number
      return this.#results.get(number) ?? empty
    }
    this.#pieces = annotateFile(bytes, table, added, headers)[Symbol.iterator]()
  }

  /** Requires the results of all rows that the next chunk can contain. */
  more({ results, upTo }: MoreResults): AnnotatedPiece {
    this.#upTo = upTo
    for (const [number, cells] of results) this.#results.set(number, cells)
    const next = this.#pieces?.next()
    if (!next || next.done) return null
    // drop what was written
    for (const number of this.#results.keys()) {
      if (number > this.#reached) break
      this.#results.delete(number)
    }
    return { piece: next.value, reached: this.#reached }
  }

  #opened(): ParsedTable {
    if (!this.#table) throw new Error('no file was opened')
    return this.#table
  }
}

/** Results are added in the declared format, so the bytes must match it. */
function demandFormat(bytes: Uint8Array, { format = 'text' }: StoredReading): void {
  if (formatOf(bytes) !== format) throw new UnreadableOriginal({ problem: 'file_type' })
}
