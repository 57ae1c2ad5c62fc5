import type { Outline } from '@/lib/tables/pain/outline'
import { sumNotes } from '@/lib/tables/pain/sums'
import type { WholeReason } from './line'

/**
 * Why a pain.001 can't be split. Null: it can. A part gets totals of its own, so it would hide that the original
 * declares others than it contains.
 * @param outline keeps the amount of each order, null if it can't be read
 */
export function wholeReasonOf({ signed, messages }: Outline<{ decimal: string | null }>): WholeReason | null {
  if (signed) return 'signature'
  return sumNotes(messages, ({ decimal }) => decimal).length > 0 ? 'totals_differ' : null
}
