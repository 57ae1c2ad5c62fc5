'use client'
import { useFormatter, useLocale, useNow, useTimeZone, useTranslations } from 'use-intl'
import { dateFormat, timeParts } from './time'

type TimeProps = {
  /** ISO 8601 in UTC, or a Date. */
  value: string | Date
  /**
   * `list`: 14:02 today, "12 Mar, 14:02" this year, "12 Mar 2025" before. `full`: everything. `exact`, `clock`: with
   * seconds.
   */
  form?: 'list' | 'full' | 'exact' | 'clock' | 'date'
  className?: string
}

/** A date and time, as short as possible, exact in the tooltip. */
export function Time({ value, form = 'list', className }: TimeProps) {
  const locale = useLocale()
  const timeZone = useTimeZone() ?? 'UTC'
  const now = useNow()
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

/** A number with the language's separators. */
export function Num({ value, className = 'num' }: { value: number; className?: string }) {
  const format = useFormatter()
  return <span className={className}>{format.number(value)}</span>
}

/** A share as percent: whole from 10 up, one decimal below. */
export function Percent({ value, className = 'num' }: { value: number; className?: string }) {
  const percent = usePercent()
  return <span className={className}>{percent(value)}</span>
}

/** @returns a function that formats a share (0 to 1) */
export function usePercent() {
  const format = useFormatter()
  return (share: number) => {
    const digits = share > 0 && share < 0.0995 ? 1 : 0
    return format.number(share, {
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
