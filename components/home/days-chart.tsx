'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DayBars } from '@/components/outcome/day-bars'
import { Button } from '@/components/ui/button'
import { Num, useDateWords } from '@/components/ui/format'
import { HeadCell, RowHeader, Table, TableRegion } from '@/components/ui/table'
import type { DayCounts } from '@/lib/history/days.server'
import { OUTCOMES, type Outcome } from '@/lib/verifications/outcome'
import { Block } from './block'
import { shownOutcomes } from './today'

const totalOf = ({ counts }: DayCounts) => OUTCOMES.reduce((sum, outcome) => sum + counts[outcome], 0)

/** The outcomes of the last two weeks as bars, or as a table, which small screens always get. */
export function DaysChart({ days }: { days: DayCounts[] }) {
  const t = useTranslations('home.days')
  const [table, setTable] = useState(false)
  const shown = shownOutcomes(days)
  const toggle = (
    <Button size="sm" aria-pressed={table} className="max-md:hidden" onClick={() => setTable(!table)}>
      {t('asTable')}
    </Button>
  )
  if (days.every((day) => totalOf(day) === 0))
    return (
      <Block title={t('title')}>
        <p className="text-fg-muted">{t('empty', { days: days.length })}</p>
      </Block>
    )
  return (
    <Block title={t('title')} action={toggle}>
      {!table && <Bars days={days} shown={shown} />}
      <div className={table ? undefined : 'md:hidden'}>
        <DaysTable days={days} shown={shown} />
      </div>
    </Block>
  )
}

type ChartDays = { days: DayCounts[]; shown: Outcome[] }

function useDay() {
  const words = useDateWords()
  return (day: string, weekday?: 'short') =>
    words(`${day}T12:00:00Z`, { day: 'numeric', month: 'short', weekday, timeZone: 'UTC' })
}

function Bars({ days, shown }: ChartDays) {
  const t = useTranslations('home.days')
  const label = useTranslations('outcome.label')
  const dayOf = useDay()
  const all = days.reduce((sum, day) => sum + totalOf(day), 0)
  return (
    <div className="max-md:hidden">
      <DayBars
        label={t('summary', { count: all, days: days.length })}
        bars={days.map(({ day, counts }) => ({
          key: day,
          name: dayOf(day, 'short'),
          short: dayOf(day),
          parts: shown.map((kind) => ({ kind, count: counts[kind] })),
        }))}
        legend={{ label: t('legend'), kinds: shown.map((kind) => ({ kind, word: label(kind) })) }}
      />
    </div>
  )
}

function DaysTable({ days, shown }: ChartDays) {
  const t = useTranslations('home.days')
  const label = useTranslations('outcome.label')
  const dayOf = useDay()
  return (
    <TableRegion label={t('table')}>
      <Table caption={t('title')} full={false}>
        <thead>
          <tr>
            <HeadCell>{t('day')}</HeadCell>
            {shown.map((outcome) => (
              <HeadCell key={outcome} numeric>
                {label(outcome)}
              </HeadCell>
            ))}
            <HeadCell numeric>{t('total')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {[...days].reverse().map((day) => (
            <tr key={day.day}>
              <RowHeader className="max-md:h-10">{dayOf(day.day, 'short')}</RowHeader>
              {shown.map((outcome) => (
                <td key={outcome} className="cell-num max-md:h-10">
                  <Num value={day.counts[outcome]} />
                </td>
              ))}
              <td className="cell-num max-md:h-10">
                <Num value={totalOf(day)} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableRegion>
  )
}
