import { bankKey } from '@/lib/iban/banks'
import { MAX_PARTICIPATION_IBANS } from '@/lib/payments/participants/schema'
import type { CheckedRows } from '@/lib/tables/rows/checked-rows'
import type { PayeeBank, PayeeBanks } from '../protocol'

/** The banks of the rows to send, those with the most rows first, as many as one request may ask about. */
export function banksOf(rows: CheckedRows, skipped: ReadonlySet<number>): PayeeBanks {
  const counts = new Map<number, number>()
  for (let index = 0; index < rows.length; index++) {
    if (!rows.isValid(index) || skipped.has(index + 1)) continue
    const first = rows.ibanOf(index)
    counts.set(first, (counts.get(first) ?? 0) + 1)
  }
  const banks = new Map<string, PayeeBank>()
  for (const [first, count] of counts) {
    const bank = bankKey(rows.row(first).iban)
    banks.set(bank, { bank, rows: (banks.get(bank)?.rows ?? 0) + count })
  }
  const sorted = [...banks.values()].sort((a, b) => b.rows - a.rows)
  return { banks: sorted.slice(0, MAX_PARTICIPATION_IBANS), cut: sorted.length > MAX_PARTICIPATION_IBANS }
}
