import { checkIban } from '@/lib/iban/validate'
import { checkName } from '@/lib/names/check'
import { looksLikeIban } from '@/lib/tables/looks'
import type { ColumnMap, Rec, RowEdit } from '@/lib/tables/table'
import { TextRecord } from '@/lib/tables/text/record'

/** A name that may go on in the cells after it; `whole`: the row with it joined, where that can be told. */
export type CutName = { whole: RowEdit | null }

/** Delimiters that names hold. */
const IN_NAMES = [',', ';']

type Row = { cells: string[]; map: ColumnMap; iban: number; width: number }

/**
 * Finds a row whose name holds the delimiter of the file and stands without quotes: `FR76…,Nord, Sud & Fils` under
 * `IBAN,Name`. It has more cells than `width`, and its IBAN does not prove that the surplus lies behind the name.
 * Null for others, also where the surplus cells are empty or have a meaning, and where somebody typed the name.
 */
export function cutName(record: Rec, map: ColumnMap, width: number, edit?: RowEdit): CutName | null {
  const { iban, name, instead, reference, note } = map
  if (!(record instanceof TextRecord) || !IN_NAMES.includes(record.source.delimiter)) return null
  if (iban === null || name.length === 0 || edit?.name !== undefined) return null
  const last = Math.max(iban, ...name, ...instead, reference ?? 0, note ?? 0)
  const row: Row = { cells: record.cells, map, iban, width: Math.max(width, last + 1) }
  const surplus = surplusOf(row)
  return surplus > 0 ? { whole: wholeRow(row, surplus, record.source.delimiter, edit) } : null
}

/** How many cells too many the name may have. */
function surplusOf({ cells, map, iban, width }: Row): number {
  const inPlace = looksLikeIban(cells[iban] ?? '')
  if (inPlace && [...map.name, ...map.instead].every((column) => column < iban)) return 0
  const moved = inPlace ? -1 : cells.findIndex((cell, index) => index > iban && looksLikeIban(cell))
  // where the last columns are empty, only the IBAN tells how far the cells were moved
  if (moved > 0 && moved - iban <= cells.length - width) return moved - iban
  return cells.findLastIndex((cell) => cell.trim() !== '') + 1 - width
}

/** The row with the neighbours of its name joined to it; null unless the name is the one place for the surplus. */
function wholeRow(row: Row, surplus: number, delimiter: string, edit?: RowEdit): RowEdit | null {
  const { cells, map, iban, width } = row
  const [at, more] = map.name
  if (at === undefined || more !== undefined || map.instead.length > 0) return null
  if (cells.slice(width + surplus).some((cell) => cell.trim() !== '')) return null
  const rest = (place: number) => cells.slice(place + 1, place + 1 + surplus)
  const name = [cells[at], ...rest(at)].join(delimiter)
  if (rest(at).some((cell) => cell.trim() === '') || !checkName(name).ok) return null
  const moved = cells[iban + surplus] ?? ''
  const isRight = { before: checkIban(moved).ok, after: checkIban(edit?.iban ?? cells[iban] ?? '').ok }
  const places = Array.from({ length: width }, (_, place) => place).filter(
    (place) => place !== iban && (place < iban ? isRight.before : isRight.after),
  )
  // people write a space after a comma, programs do not
  const spaced = () => places.filter((place) => rest(place).every((cell) => /^\s/.test(cell)))
  const [only, other] = places.length > 1 ? spaced() : places
  if (only !== at || other !== undefined) return null
  const whole: RowEdit = { name }
  if (iban > at) whole.iban = moved
  if (map.reference !== null && map.reference > at) whole.reference = cells[map.reference + surplus] ?? ''
  if (map.note !== null && map.note > at) whole.note = cells[map.note + surplus] ?? ''
  return whole
}
