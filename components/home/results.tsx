'use client'
import { Suspense, use } from 'react'
import { useTranslations } from 'use-intl'
import { Skeleton } from '@/components/ui/messages/skeleton'
import type { DayCounts } from '@/lib/history/days.server'
import { Block } from './block'
import { DaysChart } from './days-chart'
import { Today } from './today'

type ResultsProps = { days: Promise<DayCounts[]> | DayCounts[] }

/** The results of today and the days before, which stream in after the rest of the page. */
export function Results({ days }: ResultsProps) {
  return (
    <Suspense fallback={<Counting />}>
      <Counted days={days} />
    </Suspense>
  )
}

function Counted({ days }: ResultsProps) {
  const counted = 'then' in days ? use(days) : days
  return (
    <>
      <Today counts={counted.at(-1)?.counts} />
      <DaysChart days={counted} />
    </>
  )
}

function Counting() {
  const t = useTranslations('home')
  return (
    <div className="contents" data-later>
      <Block title={t('today.title')}>
        <Skeleton className="h-16" label={t('days.loading')} />
      </Block>
      <Block title={t('days.title')}>
        <Skeleton className="h-64" />
      </Block>
    </div>
  )
}
