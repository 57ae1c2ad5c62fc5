import type { UsageSettings } from '@/lib/usage/settings'
import { amountOf } from './amount'

/** The content of the fields; empty means not set. */
export type UsageDraft = { price: string; currency: string; warnBelow: string }

export const draftOf = ({ price, warnBelow }: UsageSettings): UsageDraft => ({
  price: price?.amount.toString() ?? '',
  currency: price?.currency ?? 'EUR',
  warnBelow: warnBelow?.toString() ?? '',
})

/** @returns the settings in the fields, or the invalid fields */
export function settingsOf(draft: UsageDraft): UsageSettings | (keyof UsageDraft)[] {
  const amount = priceOf(draft.price)
  const currency = draft.currency.trim().toUpperCase()
  const warnBelow = draft.warnBelow.trim() === '' ? null : amountOf(draft.warnBelow, 'top_up')
  const wrong: (keyof UsageDraft)[] = []
  if (draft.price.trim() !== '' && amount === null) wrong.push('price')
  if (amount !== null && !/^[A-Z]{3}$/.test(currency)) wrong.push('currency')
  if (draft.warnBelow.trim() !== '' && warnBelow === null) wrong.push('warnBelow')
  return wrong.length > 0 ? wrong : { price: amount === null ? null : { amount, currency }, warnBelow }
}

/** "0.10" or "0,10": above zero, at most four decimals. */
function priceOf(text: string): number | null {
  const plain = text.trim().replace(',', '.')
  const amount = /^\d{1,5}(\.\d{1,4})?$/.test(plain) ? Number(plain) : 0
  return amount > 0 && amount <= 10_000 ? amount : null
}
