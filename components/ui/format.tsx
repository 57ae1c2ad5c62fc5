'use client'
import { useFormatter, useLocale, useTimeZone, useTranslations } from 'use-intl'
import { cx } from './cx'
import { dateFormat, timeParts } from './time'
import { useServerNow } from './use-server-now'

type TimeProps = {
  /** ISO 8601 in UTC, or a Date. */
  value: string | Date
  /**
   * `list`: 14:02 today, "12 Mar, 14:02" this year, "12 Mar 2025" before. `full`: everything. `exact`: day and
   * time with seconds. `clock`: the same, today without the day.
   */
  form?: 'list' | 'full' | 'exact' | 'clock' | 'date'
  className?: string
}

/** A date and time, as short as possible, exact in the tooltip. */
export function Time({ value, form = 'list', className }: TimeProps) {
  const locale = useLocale()
  const timeZone = useTimeZone() ?? 'UTC'
  // a page that is left open must not show yesterday's times as today's
  const now = new Date(useServerNow(60_000))
  const date = value instanceof Date ? value : new Date(value)
  const { text, title } = timeParts(date, { form, locale, timeZone, now })
  return (
    <time dateTime={date.toISOString()} title={title} className={className} suppressHydrationWarning>
      {text}
    </time>
  )
}

/** @returns a function that formats a date for use in a sentence, in the reader's language and time zone */
export function useDateWords() {
  const locale = useLocale()
  const timeZone = useTimeZone() ?? 'UTC'
  return (value: string | Date, options: Intl.DateTimeFormatOptions) =>
    dateFormat(locale, { timeZone, ...options }).format(new Date(value))
}

/** A day without a time zone, such as the due date of a file. */
export function Day({ value }: { value: string }) {
  const words = useDateWords()
  return (
    <time dateTime={value} className="whitespace-nowrap">
      {words(value, { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' })}
    </time>
  )
}

/** A number with the language's separators. */
export function Num({ value, className = 'num' }: { value: number; className?: string }) {
  const format = useFormatter()
  return <span className={className}>{format.number(value)}</span>
}

/** A share as percent. */
export function Percent({ value }: { value: number }) {
  const percent = usePercent()
  return <span className="num">{percent(value)}</span>
}

/**
 * How a share (0 to 1) is shown as per cent: with one decimal below ten and above ninety-nine, so that nothing that is
 * missing is shown as 100 %, and nothing that is there as 0 %.
 */
export function shownShare(share: number): { value: number; digits: 0 | 1 } {
  if (share > 0 && share < 0.0995) return { value: Math.max(share, 0.001), digits: 1 }
  if (share > 0.99 && share < 1) return { value: Math.min(share, 0.999), digits: 1 }
  return { value: share, digits: 0 }
}

/** @returns a function that formats a share (0 to 1) */
export function usePercent() {
  const format = useFormatter()
  return (share: number) => {
    const { value, digits } = shownShare(share)
    return format.number(value, {
      style: 'percent',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
  }
}

/** A duration in milliseconds: "1.3 s", "5 min". */
export function Duration({ ms }: { ms: number }) {
  const t = useTranslations('ui.duration')
  const format = useFormatter()
  if (ms >= 60_000) return t('minutes', { value: format.number(Math.round(ms / 60_000)) })
  return t('seconds', { value: format.number(ms / 1000, { maximumFractionDigits: ms < 10_000 ? 1 : 0 }) })
}

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
