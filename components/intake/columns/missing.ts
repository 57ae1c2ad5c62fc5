import type { AmountTotals } from '@/lib/tables/payments/amount-totals'
import type { ColumnMap } from '@/lib/tables/table'

/** The choices still missing before rows can be checked; `decimal`: amounts with two readings, and none confirmed. */
export function missingMeanings(
  map: ColumnMap,
  amounts: Pick<AmountTotals, 'found'> | null = null,
): ('iban' | 'name' | 'decimal')[] {
  const missing: ('iban' | 'name' | 'decimal')[] = []
  if (map.iban === null) missing.push('iban')
  if (map.name.length === 0 && map.instead.length === 0) missing.push('name')
  if (typeof map.amount === 'number' && amounts?.found === 'both' && !map.decimal) missing.push('decimal')
  return missing
}
