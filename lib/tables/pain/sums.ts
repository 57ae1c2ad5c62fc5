import { decimalOf, sameDecimal, sumOf } from '@/lib/tables/money/decimal'
import type { TableNote } from '@/lib/tables/table'
import { type MessagePart, ordersOf, type Texts } from './outline'

/**
 * A note for each number or sum that a message or a batch declares and that differs from its payments. An amount that
 * can't be read adds nothing to a sum. Exact: it uses no floating point.
 */
export function sumNotes<T>(
  messages: MessagePart<T>[],
  amountOf: (order: T) => string | null | undefined,
): TableNote[] {
  const differences = (batch: string | null, texts: Texts, orders: T[]) =>
    differencesOf({ batch, texts, amounts: orders.map((order) => amountOf(order) ?? '') })
  return messages.flatMap((message) => [
    ...differences(null, message.head, ordersOf([message])),
    ...message.batches.flatMap(({ texts, orders }) =>
      differences(short(texts.get('PmtInfId')?.text ?? ''), texts, orders),
    ),
  ])
}

/** Shortens an ID, a number or a sum for display. The schema allows 35 characters at most. */
const short = (text: string) => text.slice(0, 50)

type Declared = { batch: string | null; texts: Texts; amounts: string[] }

function differencesOf({ batch, texts, amounts }: Declared): TableNote[] {
  const notes: TableNote[] = []
  const [count, sum] = [texts.get('NbOfTxs')?.text, texts.get('CtrlSum')?.text]
  if (count !== undefined && Number(count) !== amounts.length) {
    notes.push({ code: 'count_differs', batch, declared: short(count), found: String(amounts.length) })
  }
  if (sum === undefined) return notes
  const found = sumOf(
    amounts.flatMap((amount) => decimalOf(amount) ?? []),
    2,
  )
  const declaredSum = decimalOf(sum)
  if (declaredSum === null || !sameDecimal(declaredSum, found)) {
    notes.push({ code: 'sum_differs', batch, declared: short(sum), found })
  }
  return notes
}
