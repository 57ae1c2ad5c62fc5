'use client'
import { useLocale, useTimeZone, useTranslations } from 'use-intl'
import { timeParts } from '@/components/ui/time'
import { useServerNow } from '@/components/ui/use-server-now'

/** How long ago, in one unit: "12 min", "2 h", "3 d". The exact moment is the tooltip. */
export function Age({ since, className }: { since: string; className?: string }) {
  const t = useTranslations('review.age')
  const locale = useLocale()
  const timeZone = useTimeZone() ?? 'UTC'
  const now = useServerNow(60_000)
  const date = new Date(since)
  const minutes = Math.max(Math.floor((now - date.getTime()) / 60_000), 0)
  const [value, unit] =
    minutes < 60
      ? ([minutes, 'minute'] as const)
      : minutes < 48 * 60
        ? ([Math.floor(minutes / 60), 'hour'] as const)
        : ([Math.floor(minutes / 1440), 'day'] as const)
  const { title } = timeParts(date, { form: 'full', locale, timeZone, now: new Date(now) })
  return (
    <time dateTime={since} title={title} className={className} suppressHydrationWarning>
      {t(unit, { value })}
    </time>
  )
}
