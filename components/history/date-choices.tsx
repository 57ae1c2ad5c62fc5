'use client'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { DayRange } from '@/components/ui/fields/day-range'
import { PERIODS, type RecentPeriod } from '@/lib/history/filters'

/** A period that ends today, or two days. */
type DateFilter = { period: RecentPeriod | null; from: string; to: string }
export type DateProps = DateFilter & { onChange: (change: Partial<DateFilter>) => void }

/** Whole days in `TIME_ZONE`, inclusive: a period that ends today, or two dates. */
export function DateChoices({ from, to, onChange }: DateProps) {
  const t = useTranslations('history.date')
  return (
    <div className="grid w-56 gap-3">
      <div className="flex flex-wrap gap-1">
        {PERIODS.map((period) => (
          <Button key={period} size="sm" onClick={() => onChange({ period, from: '', to: '' })}>
            {t(period)}
          </Button>
        ))}
      </div>
      <DayRange
        from={from}
        to={to}
        labels={{ from: t('from'), to: t('to') }}
        onChange={(days) => onChange({ period: null, ...days })}
      />
    </div>
  )
}
