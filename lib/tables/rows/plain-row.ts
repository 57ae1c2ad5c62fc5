import { isGrouped, isPlainIban, ungrouped } from '@/lib/iban/validate'
import { duplicateHash } from '@/lib/names/fold'
import { hashOf } from '@/lib/names/hash'
import { isPlainName } from '@/lib/names/plain'
import { LONGEST_NAME } from '@/lib/names/read'
import type { ColumnMap, Rec } from '@/lib/tables/table'
import { cutOf, TextRecord } from '@/lib/tables/text/record'

const APOSTROPHE = 39
const COMMA = 44

/** Where the cells of a plain row are. `width` is how many it has, 0 for any number of them. */
export type PlainColumns = { iban: number; name: number; last: number; width: number }

/** What rows are compared by. */
export type PlainRow = { iban: number; name: number; country: number }

/** Null for columns of which no row is plain: a name that is put together. */
export function plainColumns({ iban, name, instead }: ColumnMap, width: number): PlainColumns | null {
  const [only, more] = name
  if (iban === null || only === undefined || more !== undefined || instead.length > 0) return null
  return { iban, name: only, last: Math.max(iban, only), width }
}

/**
 * The short way to what `checkRow` says of most rows of a file: nothing. Both cells are judged where they stand in the
 * text, without a copy; `into` then holds what the row is compared by. False says nothing.
 */
export function readPlainRow(record: Rec, columns: PlainColumns, into: PlainRow): boolean {
  const cut = record instanceof TextRecord ? cutOf(record) : null
  if (cut === null || cut.count <= columns.last) return false
  if (columns.width > 0 && cut.count !== columns.width) return false
  const { text } = (record as TextRecord).source
  const { starts } = cut
  const iban = starts[columns.iban] as number
  const ibanEnd = (starts[columns.iban + 1] as number) - 1
  if (!readIban(text, iban, ibanEnd, into)) return false
  const name = starts[columns.name] as number
  const nameEnd = (starts[columns.name + 1] as number) - 1
  if (nameEnd - name > LONGEST_NAME || !isPlainName(text, name, nameEnd)) return false
  if (mayBeDisarmed(text, name, nameEnd)) return false
  into.name = duplicateHash(text, name, nameEnd)
  return true
}

/** A plain name begins with a letter: only behind a comma may an apostrophe be one that `restoreCell` takes away. */
function mayBeDisarmed(text: string, start: number, end: number): boolean {
  for (let i = start + 1; i < end; i++)
    if (text.charCodeAt(i) === APOSTROPHE && text.charCodeAt(i - 1) === COMMA) return true
  return false
}

function readIban(text: string, start: number, end: number, into: PlainRow): boolean {
  if (isGrouped(text, start)) {
    const whole = ungrouped(text.slice(start, end))
    return !isGrouped(whole) && readIban(whole, 0, whole.length, into)
  }
  if (!isPlainIban(text, start, end)) return false
  into.iban = hashOf(text, start, end)
  into.country = countryOf(text, start)
  return true
}

/** The two letters at that place as one number. */
export const countryOf = (text: string, at = 0): number =>
  (text.charCodeAt(at) << 8) | text.charCodeAt(at + 1)
