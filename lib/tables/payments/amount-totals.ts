import { decimalFor, foundDecimal, rowAmount } from '@/lib/tables/columns/amount-columns'
import type { AmountProblem, FoundDecimal } from '@/lib/tables/columns/amounts'
import { type CurrencySums, sumsOf } from '@/lib/tables/money/decimal'
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

/** Adds up the amounts of a table. Null without a column of amounts. */
export function amountTotals(table: ParsedTable, map: ColumnMap): AmountTotals | null {
  const { amount } = map
  if (amount === null || amount === undefined) return null
  const found = foundDecimal(table, amount)
  const headings = headingsOf(table)
  const read = (sign: '.' | ',' | null) => {
    const paid: { amount: string; currency: string }[] = []
    const problems: AmountTotals['problems'] = {}
    for (const record of table.records) {
      const one = rowAmount(record, map, sign, headings)
      if ('amount' in one) paid.push(one)
      else problems[one.problem] = (problems[one.problem] ?? 0) + 1
    }
    return { sums: sumsOf(paid), paid: paid.length, problems }
  }
  return {
    found,
    ...read(decimalFor(table, map)),
    readings: found === 'both' ? { '.': read('.').sums, ',': read(',').sums } : null,
  }
}
