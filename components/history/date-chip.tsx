'use client'
import { useTimeZone, useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { DayRange } from '@/components/ui/fields/day-range'
import { useDateWords } from '@/components/ui/format'
import { dayIn } from '@/components/ui/time'
import { useServerNow } from '@/components/ui/use-server-now'
import { daysBefore } from '@/lib/platform/days/period'
import { ChosenChip } from './filter-chip'

type Range = { from: string; to: string }
const PRESETS = { today: 0, week: 6, month: 29, quarter: 89 } as const

/** Whole days in `TIME_ZONE`, inclusive; presets or two dates. */
export function DateChip({ from, to, onChange }: Range & { onChange: (range: Range) => void }) {
  const t = useTranslations('history.date')
  const timeZone = useTimeZone() ?? 'UTC'
  const now = new Date(useServerNow(60_000))
  const day = (ago: number) => daysBefore(dayIn(timeZone, now), ago)
  const say = useDayWords()
  const words =
    from && to
      ? [...new Set([say(from), say(to)])].join(' – ')
      : (from && t('since', { day: say(from) })) || (to && t('until', { day: say(to) }))
  return (
    <ChosenChip name={t('name')} words={words} onRemove={() => onChange({ from: '', to: '' })}>
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
    </ChosenChip>
  )
}

/** @returns a function that formats a day; an invalid day from the URL is left unchanged */
function useDayWords() {
  const words = useDateWords()
  return (day: string) => {
    const noon = `${day}T12:00:00Z`
    if (Number.isNaN(Date.parse(noon))) return day
    return words(noon, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  }
}
