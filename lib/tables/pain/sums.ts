import { decimalOf, sameDecimal, sumOf } from '@/lib/tables/money/decimal'
import type { TableNote } from '@/lib/tables/table'

type Declared = { count?: string | undefined; sum?: string | undefined }

type BatchSums = Declared & { id: string; amounts: string[] }

/** For each message of a payment file: the totals that it and its batches declare, and its actual amounts. */
export type Sums = (Declared & { batches: BatchSums[] })[]

/**
 * A note for each declared number or sum that differs from the content. An amount that can't be read adds nothing to a
 * sum. Exact: it uses no floating point.
 */
export function sumNotes(messages: Sums): TableNote[] {
  return messages.flatMap((message) => [
    ...differences(
      null,
      message,
      message.batches.flatMap(({ amounts }) => amounts),
    ),
    ...message.batches.flatMap((batch) => differences(batch.id, batch, batch.amounts)),
  ])
}

function differences(batch: string | null, declared: Declared, amounts: string[]): TableNote[] {
  const notes: TableNote[] = []
  const { count, sum } = declared
  if (count !== undefined && Number(count) !== amounts.length) {
    notes.push({ code: 'count_differs', batch, declared: count, found: String(amounts.length) })
  }
  if (sum === undefined) return notes
  const found = sumOf(
    amounts.flatMap((amount) => decimalOf(amount) ?? []),
    2,
  )
  const declaredSum = decimalOf(sum)
  if (declaredSum === null || !sameDecimal(declaredSum, found)) {
    notes.push({ code: 'sum_differs', batch, declared: sum, found })
  }
  return notes
}
