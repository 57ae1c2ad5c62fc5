import type { ColumnMap } from '@/lib/tables/table'
import { readingsOf } from '@/lib/tables/words'

/** The meanings that a person can choose for a column. */
export const MEANINGS = [
  'unused',
  'iban',
  'name',
  'first_name',
  'middle_name',
  'last_name',
  'name_more',
  'holder',
  'company',
  'reference',
  'note',
  'amount',
  'currency',
] as const
export type ColumnMeaning = (typeof MEANINGS)[number]

/** Meanings that several columns may have; any other belongs to one. */
const REPEATABLE: readonly ColumnMeaning[] = ['unused', 'name_more', 'holder', 'company']

/** The meaning of every column of a map, for the list of columns. */
export function meaningsOf(map: ColumnMap, headers: string[], width: number): ColumnMeaning[] {
  const parts = partsOf(map, headers)
  return Array.from({ length: width }, (_, index) => {
    if (index === map.iban) return 'iban'
    if (index === map.reference) return 'reference'
    if (index === map.note) return 'note'
    if (index === map.amount) return 'amount'
    if (index === map.currency) return 'currency'
    if (map.instead.includes(index)) return isCompany(headers[index] ?? '') ? 'company' : 'holder'
    return parts[map.name.indexOf(index)] ?? 'unused'
  })
}

const isCompany = (header: string) => readingsOf(header).some((reading) => reading.meaning === 'name_company')

/**
 * A single column is the full name; several are first and last name when a header says so, else the name and its
 * continuation.
 */
function partsOf({ name }: ColumnMap, headers: string[]): ColumnMeaning[] {
  if (name.length < 2) return ['name']
  const says = (index: number | undefined, meaning: string) =>
    index !== undefined && readingsOf(headers[index] ?? '').some((reading) => reading.meaning === meaning)
  const isMiddle = (index: number) => says(index, 'middle_name')
  const [one, two] = name.filter((index) => !isMiddle(index) && !says(index, 'second_last_name'))
  const isFirst = says(one, 'first_name') || says(two, 'first_name')
  const isLast = (index: number | undefined) => says(index, 'last_name') && !says(index, 'first_name')
  if (!isFirst && !isLast(one) && !isLast(two))
    return ['name', ...name.slice(1).map(() => 'name_more' as const)]
  const parts: ColumnMeaning[] = isLast(one) ? ['last_name', 'first_name'] : ['first_name', 'last_name']
  return name.map((index) => {
    if (isMiddle(index)) return 'middle_name'
    return index === one
      ? (parts[0] as ColumnMeaning)
      : index === two
        ? (parts[1] as ColumnMeaning)
        : 'name_more'
  })
}

/** The column map for the chosen meanings. First name comes before last name, in whatever order the file has them. */
export function mapOf(meanings: ColumnMeaning[]): ColumnMap {
  const all = (wanted: ColumnMeaning) =>
    meanings.flatMap((meaning, index) => (meaning === wanted ? [index] : []))
  const one = (wanted: ColumnMeaning) => all(wanted)[0] ?? null
  const person = [...all('first_name'), ...all('middle_name'), ...all('last_name')]
  return {
    iban: one('iban'),
    name: [...all('name'), ...person, ...all('name_more')],
    instead: [...all('holder'), ...all('company')],
    reference: one('reference'),
    note: one('note'),
    ...(meanings.includes('amount') && { amount: one('amount') }),
    ...(meanings.includes('amount') && meanings.includes('currency') && { currency: one('currency') }),
  }
}

/** Sets the meaning of one column. A meaning that belongs to one column is removed from the column that had it. */
export function choose(meanings: ColumnMeaning[], index: number, meaning: ColumnMeaning): ColumnMeaning[] {
  return meanings.map((before, i) => {
    if (i === index) return meaning
    return before === meaning && !REPEATABLE.includes(meaning) ? 'unused' : before
  })
}

/** What a payment list has beside its columns. */
export type Paying = Pick<ColumnMap, 'currencyCode' | 'decimal' | 'negative'>

/**
 * The column map of a payment list: a currency for all rows if no column has it, and what was confirmed of the decimal
 * separator and the sign.
 */
export function payingMapOf(meanings: ColumnMeaning[], paying: Paying): ColumnMap {
  const { currencyCode = 'EUR', decimal, negative } = paying
  const map = mapOf(meanings)
  if (map.amount === undefined) return map
  return {
    ...map,
    ...(map.currency === undefined && { currencyCode }),
    ...(decimal && { decimal }),
    ...(negative && { negative }),
  }
}
