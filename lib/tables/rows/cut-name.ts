import { checkIban } from '@/lib/iban/validate'
import { checkName } from '@/lib/names/check'
import { looksLikeIban } from '@/lib/tables/looks-like'
import type { ColumnMap, Rec, RowEdit } from '@/lib/tables/table'
import { TextRecord } from '@/lib/tables/text/record'

/** A name that may continue in the next cells; `whole`: the row with the name joined, if that is unambiguous. */
export type CutName = { whole: RowEdit | null }

/** Delimiters that names can contain. */
const IN_NAMES = [',', ';']

type Row = { cells: string[]; map: ColumnMap; iban: number; width: number }

/**
 * Detects a row whose unquoted name contains the delimiter: `FR76…,Nord, Sud & Fils` under `IBAN,Name`. It has more
 * cells than `width`, and its IBAN doesn't prove that the surplus comes after the name. Null for other rows, when the
 * surplus cells are empty or have a known meaning, and when somebody typed the name.
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

/** How many surplus cells the name may have. */
function surplusOf({ cells, map, iban, width }: Row): number {
  const inPlace = looksLikeIban(cells[iban] ?? '')
  if (inPlace && [...map.name, ...map.instead].every((column) => column < iban)) return 0
  const moved = inPlace ? -1 : cells.findIndex((cell, index) => index > iban && looksLikeIban(cell))
  // when the last columns are empty, only the IBAN shows how far the cells were shifted
  if (moved > 0 && moved - iban <= cells.length - width) return moved - iban
  return cells.findLastIndex((cell) => cell.trim() !== '') + 1 - width
}

/** Joins the surplus cells to the name; null unless there is exactly one way. */
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
  // people write a space after a comma, programs don't
  const placesAfterSpace = () => places.filter((place) => rest(place).every((cell) => /^\s/.test(cell)))
  const [only, other] = places.length > 1 ? placesAfterSpace() : places
  if (only !== at || other !== undefined) return null
  const whole: RowEdit = { name }
  if (iban > at) whole.iban = moved
  if (map.reference !== null && map.reference > at) whole.reference = cells[map.reference + surplus] ?? ''
  if (map.note !== null && map.note > at) whole.note = cells[map.note + surplus] ?? ''
  return whole
}
