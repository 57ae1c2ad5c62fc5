import { useTranslations } from 'use-intl'
import { Chip } from '@/components/ui/chip'
import { Time } from '@/components/ui/format'
import type { IconName } from '@/components/ui/icons/icon'
import { Cell, RowHeader } from '@/components/ui/table'
import type { RunState, ScheduleView } from '@/lib/jobs/view'
import { JobTable } from './job-table'
import { useQueueWords } from './words'

const ICONS: Record<RunState, IconName> = {
  waiting: 'clock',
  running: 'play',
  done: 'circle-check',
  failed: 'circle-x',
}

type SchedulesProps = { schedules: ScheduleView[]; timeZone: string }

/** The scheduled jobs, and the result of their last run. */
export function Schedules({ schedules, timeZone }: SchedulesProps) {
  const t = useTranslations('jobs.schedules')
  const words = useQueueWords()
  const columns = (['name', 'cron', 'state', 'at'] as const).map((key) => ({ key, label: t(key) }))
  return (
    <JobTable title={t('title')} text={t('text', { timeZone })} columns={columns}>
      {schedules.map(({ name, cron, lastRun }) => (
        <tr key={name}>
          <RowHeader>{words(name)}</RowHeader>
          <Cell data-label={t('cron')}>{cron === '* * * * *' ? t('minute') : t('hour')}</Cell>
          <Cell data-label={t('state')}>
            {lastRun ? (
              <Chip variant="plain" icon={ICONS[lastRun.state]}>
                {t(`run.${lastRun.state}`)}
              </Chip>
            ) : (
              t('never')
            )}
          </Cell>
          <Cell quiet className="max-sm:empty:hidden" data-label={t('at')}>
            {lastRun && <Time value={lastRun.at} form="clock" />}
          </Cell>
        </tr>
      ))}
    </JobTable>
  )
}
