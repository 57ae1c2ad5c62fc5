import type { Outline, Texts } from '@/lib/tables/pain/outline'
import { sumNotes } from '@/lib/tables/pain/sums'
import type { WholeReason } from './line'

/**
 * Why a pain.001 can't be split. Null: it can. A part gets totals of its own, so it would hide that the original
 * declares others than it contains.
 * @param outline keeps the amount of each order, null if it can't be read
 */
export function wholeReasonOf({ signed, messages }: Outline<{ decimal: string | null }>): WholeReason | null {
  if (signed) return 'signature'
  const sums = messages.map(({ head, batches }) => ({
    ...declaredIn(head),
    batches: batches.map(({ texts, orders }) => ({
      ...declaredIn(texts),
      id: '',
      amounts: orders.map(({ decimal }) => decimal ?? ''),
    })),
  }))
  return sumNotes(sums).length > 0 ? 'totals_differ' : null
}

const declaredIn = (texts: Texts) => ({ count: texts.get('NbOfTxs')?.text, sum: texts.get('CtrlSum')?.text })
