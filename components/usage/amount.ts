import { MAX_CREDITS } from '@/lib/usage/max-credits'
import type { EntryInput } from '@/lib/usage/schema'

/** Group separators that people and languages use. */
const BETWEEN = /[\s.,'’\u00a0\u202f](?=\d{3}(?!\d))/g

/** Parses a number of credits: "5,000", "5 000", "-200". Null when it is invalid, or not allowed for this kind. */
export function amountOf(text: string, kind: EntryInput['kind']): number | null {
  const plain = text.trim().replace('−', '-').replaceAll(BETWEEN, '')
  if (!/^[+-]?\d{1,12}$/.test(plain)) return null
  const amount = Number(plain)
  if (amount === 0 || Math.abs(amount) > MAX_CREDITS) return null
  return kind === 'top_up' && amount < 0 ? null : amount
}
