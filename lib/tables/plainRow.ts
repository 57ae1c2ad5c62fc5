import { isGrouped, isPlainIban, ungrouped } from '@/lib/iban/validate'
import { duplicateHash } from '@/lib/names/fold'
import { hashOf } from '@/lib/names/hash'
import { isPlainName } from '@/lib/names/plain'
import { LONGEST_NAME } from '@/lib/names/read'
import type { ColumnMap } from './columns'
import type { Rec } from './read'
import { cutOf, TextRecord } from './text/record'

/** What rows are compared by. */
export type PlainRow = { iban: number; name: number; country: number }

/**
 * The short way to what `checkRow` says of most rows of a file: nothing. Both cells are judged where they stand in the
 * text, without a copy; `into` then holds what the row is compared by. False says nothing.
 */
export function readPlainRow(record: Rec, map: ColumnMap, width: number, into: PlainRow): boolean {
  const [column, more] = map.name
  if (!(record instanceof TextRecord) || map.iban === null || column === undefined) return false
  if (more !== undefined || map.instead.length > 0) return false
  const cut = cutOf(record)
  if (cut === null || cut.count !== width || map.iban >= width || column >= width) return false
  const { text } = record.source
  const { starts } = cut
  const iban = starts[map.iban] as number
  const ibanEnd = (starts[map.iban + 1] as number) - 1
  if (!readIban(text, iban, ibanEnd, into)) return false
  const name = starts[column] as number
  const nameEnd = (starts[column + 1] as number) - 1
  if (nameEnd - name > LONGEST_NAME || !isPlainName(text, name, nameEnd)) return false
  into.name = duplicateHash(text, name, nameEnd)
  return true
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
