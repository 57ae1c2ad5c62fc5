'use client'
import dynamic from 'next/dynamic'
import { useTranslations } from 'use-intl'
import { useDateWords } from '@/components/ui/format'
import { loadWithRetry } from '@/components/ui/lazy'
import type { DateProps } from './date-choices'
import { ChosenChip } from './filter-chip'

const DateChoices = dynamic(() =>
  loadWithRetry(() => import('./date-choices').then((part) => part.DateChoices)),
)

/** The filter by days. */
export function DateChip({ period, from, to, onChange }: DateProps) {
  const t = useTranslations('history.date')
  const say = useDayWords()
  const days =
    from && to
      ? [...new Set([say(from), say(to)])].join(' – ')
      : (from && t('since', { day: say(from) })) || (to && t('until', { day: say(to) }))
  const words = [period && t(period), days].filter(Boolean).join(', ')
  return (
    <ChosenChip name={t('name')} words={words} onRemove={() => onChange({ period: null, from: '', to: '' })}>
      <DateChoices period={period} from={from} to={to} onChange={onChange} />
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
