import { isGrouped, isPlainIban, ungroup } from '@/lib/iban/validate'
import { isPlainName } from '@/lib/names/plain'
import { MAX_NAME_LENGTH } from '@/lib/names/read'
import { duplicateHash } from '@/lib/names/text/fold'
import { hashText } from '@/lib/names/text/hash'
import type { ColumnMap, Rec } from '@/lib/tables/table'
import { cellBoundsOf, TextRecord } from '@/lib/tables/text/record'

/** Positions of the cells of a plain row. `width`: its number of cells, 0 for any. */
export type PlainColumns = { iban: number; name: number; last: number; width: number }

/** The numbers that rows are compared by. */
export type PlainRow = { iban: number; name: number }

/** Null for columns without plain rows: a name joined from several columns. */
export function plainColumns({ iban, name, instead }: ColumnMap, width: number): PlainColumns | null {
  const [only, more] = name
  if (iban === null || only === undefined || more !== undefined || instead.length > 0) return null
  return { iban, name: only, last: Math.max(iban, only), width }
}

/**
 * The fast path of `checkRow` for most rows of a file: those without problems or warnings. Checks both cells in place,
 * without copying, and writes the numbers for comparison to `into`. False means: use `checkRow`.
 */
export function readPlainRow(record: Rec, columns: PlainColumns, into: PlainRow): boolean {
  const cut = record instanceof TextRecord ? cellBoundsOf(record) : null
  if (cut === null || cut.count <= columns.last) return false
  if (columns.width > 0 && cut.count !== columns.width) return false
  const { text } = (record as TextRecord).source
  const { starts } = cut
  const iban = starts[columns.iban] as number
  const ibanEnd = (starts[columns.iban + 1] as number) - 1
  if (!readIban(text, iban, ibanEnd, into)) return false
  const name = starts[columns.name] as number
  const nameEnd = (starts[columns.name + 1] as number) - 1
  if (nameEnd - name > MAX_NAME_LENGTH || !isPlainName(text, name, nameEnd)) return false
  into.name = duplicateHash(text, name, nameEnd)
  return true
}

function readIban(text: string, start: number, end: number, into: PlainRow): boolean {
  if (isGrouped(text, start)) {
    const whole = ungroup(text.slice(start, end))
    return !isGrouped(whole) && readIban(whole, 0, whole.length, into)
  }
  if (!isPlainIban(text, start, end)) return false
  into.iban = hashText(text, start, end)
  return true
}
