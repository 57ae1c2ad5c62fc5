import { cleanIban } from '@/lib/iban/clean'
import { checkName } from '@/lib/names/check'
import { duplicateHash, duplicateKey } from '@/lib/names/text/fold'
import { hashText } from '@/lib/names/text/hash'
import type { ColumnMap, ParsedTable, Rec, RowEdit } from '@/lib/tables/table'
import { firstIndexes, LEFT_OUT } from './first-indexes'
import { type Headings, headingsOf } from './hints'
import { type Relations, relationsOf } from './relations'
import { type CheckedRow, checkRow, type RowWarning, rawIban, rawName } from './rows'

/** Problems and warnings of a row, without its texts. */
export type RowVerdict = Pick<CheckedRow, 'number' | 'problems' | 'warnings' | 'duplicateOf'>

const NOTHING: never[] = []

/**
 * The rows of a table, checked individually and against each other. Only rows with problems or warnings of their own
 * are kept in memory; most rows are stored as numbers, and their texts are read again on demand. Rows are identified by
 * index, which is their number minus one. `edits`, by number, replace cells.
 */
export class CheckedRows {
  readonly length: number
  /** Indexes of the rows with problems or warnings, ascending. */
  flagged = new Uint32Array()
  private readonly table: ParsedTable
  private readonly map: ColumnMap
  private readonly headings: Headings
  private readonly edits: ReadonlyMap<number, RowEdit>
  private readonly kept = new Map<number, CheckedRow>()
  /** Hashes for comparing rows, `LEFT_OUT` for rows that are not valid. */
  private readonly ibanHashes: Int32Array
  private readonly nameHashes: Int32Array
  private relations: Relations

  constructor(table: ParsedTable, map: ColumnMap, edits: ReadonlyMap<number, RowEdit> = new Map()) {
    this.table = table
    this.map = map
    this.edits = edits
    this.headings = headingsOf(table)
    this.length = table.records.length
    this.ibanHashes = new Int32Array(this.length).fill(LEFT_OUT)
    this.nameHashes = new Int32Array(this.length).fill(LEFT_OUT)
    this.relations = relationsOf(this.ibanHashes, this.nameHashes)
  }

  /** Checks one row on its own, initially and after an edit. Call `relate` afterwards. */
  check(index: number): void {
    const row = this.read(index)
    const valid = row.problems.length === 0
    this.ibanHashes[index] = valid ? hashText(row.iban) : LEFT_OUT
    this.nameHashes[index] = valid ? duplicateHash(row.name) : LEFT_OUT
    if (!valid || row.warnings.length > 0) this.kept.set(index, row)
    else this.kept.delete(index)
  }

  /** Finds duplicates after all rows were checked. Names are compared by `duplicateKey`. */
  relate(): void {
    const ibans = firstIndexes(this.ibanHashes, (a, b) => this.sameIban(a, b))
    const names = firstIndexes(this.nameHashes, (a, b) => this.sameName(a, b))
    this.relations = relationsOf(ibans, names)
    const flagged = new Uint32Array(this.length)
    let count = 0
    for (let index = 0; index < this.length; index++) {
      if (this.repeats(index) || this.kept.has(index)) flagged[count++] = index
    }
    this.flagged = flagged.slice(0, count)
  }

  /** False for a row that has a problem. */
  isValid(index: number): boolean {
    return this.ibanHashes[index] !== LEFT_OUT
  }

  /** The index of the first row with the same IBAN and name; of valid rows. */
  pairOf(index: number): number {
    return this.relations.pairs[index] as number
  }

  /** The index of the first row with the same IBAN; of valid rows. */
  ibanOf(index: number): number {
    return this.relations.ibans[index] as number
  }

  /** Whether the IBAN of this row appears with several names. */
  hasManyNames(index: number): boolean {
    return this.relations.manyNames[this.ibanOf(index)] === 1
  }

  /** Whether the name of this row appears with several IBANs. */
  hasManyIbans(index: number): boolean {
    return this.relations.manyIbans[this.relations.names[index] as number] === 1
  }

  /** Problems and warnings of a row, on its own and in relation to others. */
  verdict(index: number): RowVerdict {
    const own = this.kept.get(index)
    const pair = this.pairOf(index)
    const more: RowWarning[] = []
    if (this.hasManyNames(index)) more.push('iban_many_names')
    if (this.hasManyIbans(index)) more.push('name_many_ibans')
    const warnings = own?.warnings ?? NOTHING
    return {
      number: index + 1,
      problems: own?.problems ?? NOTHING,
      warnings: more.length > 0 ? [...warnings, ...more] : warnings,
      duplicateOf: pair === LEFT_OUT || pair === index ? null : pair + 1,
    }
  }

  /** A row with problems or warnings of its own, without those in relation to others; undefined for other rows. */
  own(index: number): CheckedRow | undefined {
    return this.kept.get(index)
  }

  /** The name of a row: what `row` gives, without the rest. */
  name(index: number): string {
    const kept = this.kept.get(index)
    if (kept) return kept.name
    const raw = this.rawOf(index, rawName)
    const verdict = checkName(raw)
    return verdict.ok ? verdict.name : raw
  }

  /** A row with its texts, problems and warnings. */
  row(index: number): CheckedRow {
    return { ...(this.kept.get(index) ?? this.read(index)), ...this.verdict(index) }
  }

  *[Symbol.iterator](): Generator<CheckedRow> {
    for (let index = 0; index < this.length; index++) yield this.row(index)
  }

  private read(index: number): CheckedRow {
    const record = this.table.records[index] as Rec
    const edit = this.edits.get(record.number)
    return checkRow(record, this.map, this.table.headers.length, edit, this.headings)
  }

  private repeats(index: number): boolean {
    return (
      this.isValid(index) &&
      (this.pairOf(index) !== index || this.hasManyNames(index) || this.hasManyIbans(index))
    )
  }

  private sameIban(a: number, b: number): boolean {
    const left = this.rawOf(a, rawIban)
    const right = this.rawOf(b, rawIban)
    return left === right || cleanIban(left) === cleanIban(right)
  }

  private sameName(a: number, b: number): boolean {
    const same = this.rawOf(a, rawName) === this.rawOf(b, rawName)
    return same || duplicateKey(this.name(a)) === duplicateKey(this.name(b))
  }

  private rawOf(index: number, raw: typeof rawIban): string {
    return raw(this.table.records[index] as Rec, this.map, this.edits.get(index + 1))
  }
}
