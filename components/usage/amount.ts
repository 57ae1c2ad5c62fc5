import { MOST_CREDITS } from '@/lib/usage/most'
import type { EntryInput } from '@/lib/usage/schema'

/** Signs that people and languages put between groups of three. */
const BETWEEN = /[\s.,'’\u00a0\u202f](?=\d{3}(?!\d))/g

/** A typed number of credits: "5,000", "5 000", "-200". Null when it is none, or not one this kind takes. */
export function amountOf(text: string, kind: EntryInput['kind']): number | null {
  const plain = text.trim().replace('−', '-').replaceAll(BETWEEN, '')
  if (!/^[+-]?\d{1,12}$/.test(plain)) return null
  const amount = Number(plain)
  if (amount === 0 || Math.abs(amount) > MOST_CREDITS) return null
  return kind === 'top_up' && amount < 0 ? null : amount
}
