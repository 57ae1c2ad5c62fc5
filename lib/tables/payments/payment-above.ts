import { rowAmount } from '@/lib/tables/columns/amount-columns'
import { looksLikeIban } from '@/lib/tables/looks-like'
import { checkRow } from '@/lib/tables/rows/rows'
import type { ColumnMap, ParsedTable, TableProblem } from '@/lib/tables/table'

const NO_AMOUNT: readonly string[] = ['empty', 'unreadable', 'zero']

/**
 * The first payment in the header or above it. Both are in each file of a release, so it would be paid without having
 * been checked, and once with each file. Null if there is none.
 */
export function paymentAbove({ above }: ParsedTable, map: ColumnMap): TableProblem | null {
  const found = above?.find((record) => {
    const paid = rowAmount(record, map, null)
    return (
      looksLikeIban(checkRow(record, map).iban) && !('problem' in paid && NO_AMOUNT.includes(paid.problem))
    )
  })
  return found ? { problem: 'payments_above', line: found.line } : null
}
