'use client'
import { useLocale } from 'use-intl'
import { cx } from './cx'

/** The digits that a currency is written with: EUR 2, JPY 0. A code that isn't one of a currency gets 2. */
function digitsOf(currency: string): number {
  try {
    const { minimumFractionDigits = 2 } = new Intl.NumberFormat('en', {
      style: 'currency',
      currency,
    }).resolvedOptions()
    return minimumFractionDigits
  } catch {
    return 2
  }
}

const formats = new Map<string, Intl.NumberFormat>()

/** Creating a formatter takes longer than formatting a hundred amounts, so one for each currency is kept. */
function amountFormat(locale: string, currency: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`
  const kept = formats.get(key)
  if (kept) return kept
  const digits = { minimumFractionDigits: digitsOf(currency), maximumFractionDigits: 20 }
  const format = new Intl.NumberFormat(locale, digits)
  formats.set(key, format)
  return format
}

const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text)

/** @returns a function that writes an exact decimal in the digits of its currency: "1,234.50" */
export function useAmount() {
  const locale = useLocale()
  return (amount: string, currency: string | null): string =>
    // a decimal text is formatted exactly, a number would be rounded
    isDecimal(amount) ? amountFormat(locale, currency ?? '').format(amount) : amount
}

/** @returns a function that writes an exact decimal with its currency: "1,234.50 EUR" */
export function useMoney() {
  const amountOf = useAmount()
  return (amount: string, currency: string | null): string =>
    [amountOf(amount, currency), currency].filter(Boolean).join(' ')
}

/** Exact decimals by currency. */
type Sums = Record<string, string>

/** @returns a function that writes sums in one line: "1,234.50 EUR + 20.00 USD" */
export function useSums() {
  const money = useMoney()
  return (sums: Sums): string =>
    Object.entries(sums)
      .map(([currency, sum]) => money(sum, currency))
      .join(' + ')
}

/** The sum of each currency on a line of its own. */
export function SumLines({ sums, className }: { sums: Sums; className?: string }) {
  const money = useMoney()
  return (
    <span className={cx('num grid', className)}>
      {Object.entries(sums).map(([currency, sum]) => (
        <span key={currency} className="whitespace-nowrap">
          {money(sum, currency)}
        </span>
      ))}
    </span>
  )
}
