'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { type Bar, DayBars } from '@/components/outcome/day-bars'
import { useDateWords } from '@/components/ui/format'
import { useChangeAnnouncement } from '@/components/ui/messages/use-change-announcement'
import { PAID_SOURCES, type SpendingView } from '@/lib/usage/view'
import { UsagePeriodFields } from './period-fields'
import { spendingQuery, type UsagePeriod } from './queries'
import { UsageHead } from './section'
import { barSlots } from './slots'

/** The credits of the period over time. The table below it has the same numbers. */
export function SpendingChart({
  period,
  onPeriod,
}: {
  period: UsagePeriod
  onPeriod: (period: UsagePeriod) => void
}) {
  const t = useTranslations('usage')
  const { data, isPlaceholderData } = useQuery(spendingQuery(period))
  const count = data?.total.total ?? 0
  useChangeAnnouncement(period, isPlaceholderData ? null : t('chart.summary', { count }))
  return (
    <div className="pt-7 pb-2">
      <UsageHead title={t('chart.title')} lead={t('chart.lead')}>
        {data && <UsagePeriodFields from={data.from} to={data.to} onChange={onPeriod} />}
      </UsageHead>
      {data && (
        <div className="mx-6 mt-4.5 max-md:mx-4" aria-busy={isPlaceholderData}>
          {count === 0 ? <p>{t('spending.empty')}</p> : <Chart spending={data} />}
        </div>
      )}
    </div>
  )
}

function Chart({ spending }: { spending: SpendingView }) {
  const t = useTranslations('usage')
  const words = useDateWords()
  const bars = barSlots(spending).map(({ start, months, spent }): Bar => {
    const wordsOf = (form: Intl.DateTimeFormatOptions) =>
      words(`${start}T12:00:00Z`, { ...form, timeZone: 'UTC' })
    const day = months ? {} : ({ day: 'numeric' } as const)
    return {
      key: start,
      name: wordsOf({ ...day, month: 'long', year: 'numeric' }),
      short: wordsOf({ ...day, month: 'short' }),
      parts: PAID_SOURCES.map((kind) => ({ kind, count: spent[kind] })),
    }
  })
  return (
    <DayBars
      label={t('chart.summary', { count: spending.total.total })}
      bars={bars}
      legend={{
        label: t('chart.legend'),
        kinds: PAID_SOURCES.filter((kind) => spending.total[kind] > 0).map((kind) => ({
          kind,
          word: t(`spending.${kind}`),
        })),
      }}
    />
  )
}
