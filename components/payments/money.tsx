'use client'
import { useLocale } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { useDateWords } from '@/components/ui/format'
import type { CurrencySums } from '@/lib/tables/payments/line'

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

const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text)

/** @returns a function that writes an exact decimal in the digits of its currency: "1,234.50" */
export function useAmount() {
  const locale = useLocale()
  return (amount: string, currency: string | null): string => {
    const digits = { minimumFractionDigits: digitsOf(currency ?? ''), maximumFractionDigits: 20 }
    // a decimal text is formatted exactly, a number would be rounded
    return isDecimal(amount) ? new Intl.NumberFormat(locale, digits).format(amount) : amount
  }
}

/** @returns a function that writes an exact decimal with its currency: "1,234.50 EUR" */
export function useMoney() {
  const amountOf = useAmount()
  return (amount: string, currency: string | null): string =>
    [amountOf(amount, currency), currency].filter(Boolean).join(' ')
}

/** @returns a function that writes sums in one line: "1,234.50 EUR + 20.00 USD" */
export function useSums() {
  const money = useMoney()
  return (sums: CurrencySums): string =>
    Object.entries(sums)
      .map(([currency, sum]) => money(sum, currency))
      .join(' + ')
}

/** The sum of each currency on a line of its own. */
export function SumLines({ sums, className }: { sums: CurrencySums; className?: string }) {
  const money = useMoney()
  return (
    <span className={cx('num grid', className)}>
      {Object.entries(sums).map(([currency, sum]) => (
        <span key={currency} className="whitespace-nowrap max-sm:whitespace-normal">
          {money(sum, currency)}
        </span>
      ))}
    </span>
  )
}

/** A day of a file, which has no time zone. */
export function Day({ value }: { value: string }) {
  const words = useDateWords()
  return (
    <time dateTime={value} className="whitespace-nowrap">
      {words(value, { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' })}
    </time>
  )
}
