import { decimalFor, foundDecimal, rowAmount } from '@/lib/tables/columns/amount-columns'
import { type AmountProblem, type FoundDecimal, paidAmount } from '@/lib/tables/columns/amounts'
import { type CurrencySums, decimalOf, payable, sumsOf } from '@/lib/tables/money/decimal'
import { ORDER_AMOUNTS } from '@/lib/tables/pain/read-payments'
import { headingsOf } from '@/lib/tables/rows/hints'
import type { ColumnMap, ParsedTable } from '@/lib/tables/table'

/**
 * What the amounts of a table add up to. `found`: the decimal separator of the texts. `sums`: exact, by currency.
 * `paid`: rows with a payable amount. `problems`: the other rows, by reason. `readings`: the sums for a decimal point
 * and for a comma, if the amounts fit both and a person must choose.
 */
export type AmountTotals = {
  found: FoundDecimal
  sums: CurrencySums
  paid: number
  problems: Partial<Record<AmountProblem, number>>
  readings: { '.': CurrencySums; ',': CurrencySums } | null
}

type Amount = ReturnType<typeof paidAmount>

/** Adds up the amounts of a table. Null without a column of amounts. */
export function amountTotals(table: ParsedTable, map: ColumnMap): AmountTotals | null {
  const { amount } = map
  if (amount === null || amount === undefined) return null
  const found = foundDecimal(table, amount)
  const headings = headingsOf(table)
  const read = (sign: '.' | ',' | null) =>
    totalsOf(table.records.map((record) => rowAmount(record, map, sign, headings)))
  return {
    found,
    ...read(decimalFor(table, map)),
    readings: found === 'both' ? { '.': read('.').sums, ',': read(',').sums } : null,
  }
}

/** Adds up the amounts of payment orders, as `readPayments` returns them. */
export const orderTotals = ({ records }: ParsedTable): AmountTotals => ({
  found: '.',
  ...totalsOf(
    records.map(({ cells }) =>
      orderAmount(cells[ORDER_AMOUNTS.amount] ?? '', cells[ORDER_AMOUNTS.currency] ?? ''),
    ),
  ),
  readings: null,
})

/** The amount of an order. XML Schema allows fewer forms than people write into tables: no "eur", no "1,234.50". */
function orderAmount(amount: string, currency: string): Amount {
  const decimal = decimalOf(amount)
  const paid = payable(decimal, currency)
  if (paid.amount !== null && paid.currency !== null) return { amount: paid.amount, currency: paid.currency }
  const read = paidAmount({ amount, currency }, '.', undefined)
  return 'problem' in read ? read : { problem: decimal === null ? 'unreadable' : 'currency' }
}

function totalsOf(amounts: Amount[]): Pick<AmountTotals, 'sums' | 'paid' | 'problems'> {
  const paid: { amount: string; currency: string }[] = []
  const problems: AmountTotals['problems'] = {}
  for (const one of amounts) {
    if ('amount' in one) paid.push(one)
    else problems[one.problem] = (problems[one.problem] ?? 0) + 1
  }
  return { sums: sumsOf(paid), paid: paid.length, problems }
}
