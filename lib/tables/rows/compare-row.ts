import { cleanIban } from '@/lib/iban/clean'
import type { ColumnMap, Rec } from '@/lib/tables/table'
import { widthOf } from '@/lib/tables/text/record'
import { checkRow, rawIban, rawName } from './rows'

/** A row to be sent, normalised. */
export type SentRow = { iban: string; name: string }

/**
 * The field in which a sent row differs from its record in the file, by the rules that read the file; null when it is
 * equal. A record that could not be sent as it is differs in the field with the problem.
 * @param width how many columns have a header; 0 for a file without one
 */
export function differenceOf(
  record: Rec,
  { iban, name }: SentRow,
  map: ColumnMap,
  width: number,
): 'iban' | 'name' | null {
  const fits = width === 0 || widthOf(record) <= width
  if (fits && rawName(record, map) === name && cleanIban(rawIban(record, map)) === iban) return null
  const row = checkRow(record, map, width)
  if (row.iban !== iban) return 'iban'
  if (row.name !== name) return 'name'
  return row.problems[0]?.field ?? null
}
