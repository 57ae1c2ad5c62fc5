'use client'
import { useTimeZone, useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { DayRange } from '@/components/ui/fields/day-range'
import { dayIn } from '@/components/ui/time'
import { useServerNow } from '@/components/ui/use-server-now'
import { daysBefore } from '@/lib/platform/days/period'

type Range = { from: string; to: string }
export type DateProps = Range & { onChange: (range: Range) => void }
const PRESETS = { today: 0, week: 6, month: 29, quarter: 89 } as const

/** Whole days in `TIME_ZONE`, inclusive; presets or two dates. */
export function DateChoices({ from, to, onChange }: DateProps) {
  const t = useTranslations('history.date')
  const timeZone = useTimeZone() ?? 'UTC'
  const now = new Date(useServerNow(60_000))
  const day = (ago: number) => daysBefore(dayIn(timeZone, now), ago)
  return (
    <div className="grid w-56 gap-3">
      <div className="flex flex-wrap gap-1">
        {Object.entries(PRESETS).map(([name, ago]) => (
          <Button key={name} size="sm" onClick={() => onChange({ from: day(ago), to: day(0) })}>
            {t(name as keyof typeof PRESETS)}
          </Button>
        ))}
      </div>
      <DayRange from={from} to={to} labels={{ from: t('from'), to: t('to') }} onChange={onChange} />
    </div>
  )
}
