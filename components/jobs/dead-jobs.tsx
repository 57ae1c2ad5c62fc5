import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { request } from '@/components/live/request'
import { useRefusalText } from '@/components/live/use-common-refusal'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/format'
import { toast, toastError } from '@/components/ui/messages/toast'
import { Cell, RowHeader } from '@/components/ui/table'
import { adminApi } from '@/lib/http/admin-paths'
import type { DeadJobView } from '@/lib/jobs/view'
import { keyOr } from '@/lib/platform/language/keys'
import { JobSection, JobTable } from './job-table'
import { jobsQuery } from './queries'
import { useQueueWords } from './words'

type DeadJobsProps = { dead: DeadJobView[]; count: number }

/** Dead-letter jobs, which an admin can retry. */
export function DeadJobs({ dead, count }: DeadJobsProps) {
  const t = useTranslations('jobs')
  const retry = useRetry()
  const columns = [
    { key: 'name', label: t('dead.name') },
    { key: 'failedAt', label: t('dead.failedAt') },
    { key: 'why', label: t('dead.why') },
    { key: 'tries', label: t('dead.tries'), numeric: true },
    { key: 'actions', label: t('dead.actions') },
  ]
  if (dead.length === 0) return <JobSection title={t('dead.title')} text={t('dead.empty')} />
  const text = count > dead.length ? t('dead.more', { count, shown: dead.length }) : t('dead.text')
  return (
    <JobTable title={t('dead.title')} text={text} columns={columns}>
      {dead.map((job) => (
        <DeadRow
          key={job.id}
          job={job}
          busy={retry.isPending && retry.variables === job.id}
          onRetry={() => retry.mutate(job.id)}
        />
      ))}
    </JobTable>
  )
}

function useRetry() {
  const t = useTranslations('jobs')
  const refusal = useRefusalText('other')
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => request(adminApi.jobRetry(id), { method: 'POST' }),
    onSuccess: () => toast(t('dead.retried')),
    onError: (error: unknown) => toastError(refusal(error)),
    onSettled: () => client.invalidateQueries({ queryKey: jobsQuery.queryKey }),
  })
}

function DeadRow({ job, busy, onRetry }: { job: DeadJobView; busy: boolean; onRetry: () => void }) {
  const t = useTranslations('jobs')
  const words = useQueueWords()
  const { id, queue, about, failedAt, why, tries } = job
  return (
    <tr>
      <RowHeader id={`job-${id}`}>
        {words(queue)}
        {about && (
          <span className="block font-mono text-xs text-fg-muted" translate="no">
            {about}
          </span>
        )}
      </RowHeader>
      <Cell id={`failed-${id}`} quiet data-label={t('dead.failedAt')}>
        <Time value={failedAt} form="clock" />
      </Cell>
      <Cell className="whitespace-normal! max-sm:col-span-full" data-label={t('dead.why')}>
        {t(keyOr(t, `why.${why}`, 'why.internal'))}
      </Cell>
      <Cell numeric data-label={t('dead.tries')}>
        {tries}
      </Cell>
      <Cell className="text-right max-sm:col-span-full">
        <Button
          id={`retry-${id}`}
          aria-labelledby={`retry-${id} job-${id} failed-${id}`}
          size="sm"
          busy={busy}
          onClick={onRetry}
        >
          {t('dead.retry')}
        </Button>
      </Cell>
    </tr>
  )
}
