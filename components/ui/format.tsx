'use client'
import { useFormatter, useLocale, useTimeZone, useTranslations } from 'use-intl'
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
