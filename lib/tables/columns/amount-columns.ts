import { type Headings, isTotalRow, noRowOf } from '@/lib/tables/rows/hints'
import { type ColumnMap, holdsNumber, type ParsedTable, type Rec, sampleCells } from '@/lib/tables/table'
import { cellOf } from '@/lib/tables/text/record'
import { amountRank, saysCurrency } from '@/lib/tables/words'
import {
  CURRENCIES,
  currencyIn,
  currencyOfHeader,
  decimalSignOf,
  type FoundDecimal,
  looksLikeAmount,
  paidAmount,
} from './amounts'

type AmountColumns = Pick<ColumnMap, 'amount' | 'currency' | 'currencyCode'>

/** The default currency, which is the usual one in SEPA. A person can choose another. */
const USUAL = 'EUR'

/**
 * The column of the amounts to pay, by its header and its cells, and where their currency is: in a column, in the
 * header of the amounts ("Amount EUR"), or in their cells. Empty for a list without amounts.
 */
export function guessAmounts(table: ParsedTable, map: ColumnMap): AmountColumns {
  const { headers, records } = table
  const taken = [map.iban, ...map.name, ...map.instead, map.reference, map.note]
  const sample = sampleCells(records)
  const share = (column: number, fits: (cell: string) => boolean) => {
    const cells = sample.map((row) => row[column] ?? '').filter((cell) => cell.trim() !== '')
    return cells.length === 0 ? 0 : cells.filter(fits).length / cells.length
  }
  const width = sample.reduce((most, { length }) => Math.max(most, length), headers.length)
  const free = Array.from({ length: width }, (_, index) => ({ header: headers[index] ?? '', index })).filter(
    ({ index }) => !taken.includes(index),
  )
  const [amount] = free
    .map(({ header, index }) => ({ index, rank: amountRank(header) }))
    .filter(({ index, rank }) => rank > 0 && share(index, looksLikeAmount) > 0.5)
    .sort((a, b) => b.rank - a.rank)
  if (!amount) return {}
  const isCode = (cell: string) => CURRENCIES.includes(currencyIn(cell) ?? '')
  const currency =
    free.find(({ header, index }) => share(index, isCode) > (saysCurrency(header) ? 0.5 : 0.9)) ??
    // its currencies can't be read, but they aren't the usual one
    free.find(({ header, index }) => saysCurrency(header, true) && share(index, isWordOrNumber) > 0.5)
  if (currency) return { amount: amount.index, currency: currency.index }
  return { amount: amount.index, currencyCode: currencyOfHeader(headers[amount.index] ?? '') ?? USUAL }
}

/** "Swiss franc" or "756", and not a date, for which "Valuta" is a title too. */
const isWordOrNumber = (cell: string) => /^(?:[^\d]+|\d{3})$/.test(cell.trim())

/** The same map with the decimal separator of its amounts: the only possible one, or else the confirmed one. */
export function withAmounts(table: ParsedTable, map: ColumnMap): ColumnMap {
  const { amount, currency, currencyCode, decimal, negative, ...rest } = map
  if (amount === null || amount === undefined) return rest
  const found = foundDecimal(table, amount)
  const sign = found === 'both' ? decimal : (found ?? undefined)
  return {
    ...rest,
    amount,
    ...(currency !== null && currency !== undefined && { currency }),
    ...(currencyCode && { currencyCode }),
    ...(sign && { decimal: sign }),
    ...(negative && { negative }),
  }
}

/** The decimal separator of a column, detected from its texts only: numbers in a workbook always have a point. */
export function foundDecimal({ records }: ParsedTable, column: number): FoundDecimal {
  return decimalSignOf(textsOf(records, column))
}

function* textsOf(records: Rec[], column: number): Generator<string> {
  for (const record of records) if (!holdsNumber(record, column)) yield cellOf(record, column)
}

/** The decimal separator for a table's amounts: the one of the map, else the only possible one. */
export function decimalFor(table: ParsedTable, { amount, decimal }: ColumnMap): '.' | ',' | null {
  if (decimal) return decimal
  const found = amount === null || amount === undefined ? null : foundDecimal(table, amount)
  return found === 'both' ? null : found
}

/**
 * The amount of a row with its currency. `decimal`: the decimal separator of its column, for a text. A row of totals has
 * none: its amount is the sum of others. Neither have lines of dashes and headings.
 */
export function rowAmount(
  record: Rec,
  map: ColumnMap,
  decimal: '.' | ',' | null,
  headings?: Headings,
): ReturnType<typeof paidAmount> {
  const { amount, currency, currencyCode, negative } = map
  const cell = (column: number | null | undefined) =>
    column === null || column === undefined ? '' : cellOf(record, column)
  const sign = typeof amount === 'number' && holdsNumber(record, amount) ? '.' : decimal
  const paid = paidAmount({ amount: cell(amount), currency: cell(currency) }, sign, currencyCode, negative)
  if ('amount' in paid) return isTotalRow(record, map) ? { problem: 'total' } : paid
  const noRow = noRowOf(record, map, headings)
  return noRow === undefined ? paid : { problem: noRow === 'total_row' ? 'total' : 'no_row' }
}
