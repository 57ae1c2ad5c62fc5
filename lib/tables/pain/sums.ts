import type { TableNote } from '@/lib/tables/table'

type Declared = { count?: string; sum?: string }

type BatchSums = Declared & { id: string; amounts: string[] }

/** The totals that each message of a payment file declares for itself and its batches, and its actual amounts. */
export type Sums = (Declared & { batches: BatchSums[] })[]

/** A note for every declared number or sum that differs from the content. Exact: no binary fractions. */
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
  const found = totalOf(amounts)
  if (sum !== undefined && found !== null && scaled(sum) !== scaled(found)) {
    notes.push({ code: 'sum_differs', batch, declared: sum, found })
  }
  return notes
}

const PLACES = 5
/** Digits: an amount has at most 18, a sum of a hundred thousand a few more. */
const MAX_NUMBER = 40

/** A decimal number in hundred-thousandths (the most decimals an amount may have); null for other text. */
function scaled(text: string): bigint | null {
  if (text.length > MAX_NUMBER) return null
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text.trim()) ?? []
  if (whole + fraction === '' || fraction.replace(/0+$/, '').length > PLACES) return null
  const value = BigInt(whole + fraction.slice(0, PLACES).padEnd(PLACES, '0'))
  return sign === '-' ? -value : value
}

function totalOf(amounts: string[]): string | null {
  let total = 0n
  for (const amount of amounts) {
    const value = scaled(amount)
    if (value === null) return null
    total += value
  }
  const digits = String(total).padStart(PLACES + 1, '0')
  const fraction = digits.slice(-PLACES).replace(/0{1,3}$/, '')
  return `${digits.slice(0, -PLACES)}.${fraction}`
}
