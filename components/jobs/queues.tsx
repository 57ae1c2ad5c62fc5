import { useTranslations } from 'use-intl'
import { Cell, RowHeader } from '@/components/ui/table'
import type { QueueView } from '@/lib/jobs/view'
import { JobTable } from './job-table'
import { useQueueWords } from './words'

const COUNTS = ['ready', 'later', 'active', 'failed'] as const

/** The length of each queue. */
export function Queues({ queues }: { queues: QueueView[] }) {
  const t = useTranslations('jobs.queues')
  const words = useQueueWords()
  const columns = [
    { key: 'name', label: t('name') },
    ...COUNTS.map((count) => ({ key: count, label: t(count), numeric: true })),
  ]
  return (
    <JobTable title={t('title')} text={t('text')} columns={columns}>
      {queues.map((queue) => (
        <tr key={queue.name}>
          <RowHeader>{words(queue.name)}</RowHeader>
          {COUNTS.map((count) => (
            <Cell key={count} numeric data-label={t(count)}>
              {queue[count]}
            </Cell>
          ))}
        </tr>
      ))}
    </JobTable>
  )
}
