'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { LoadFailed } from '@/components/page/load-failed'
import { Page } from '@/components/page/page'
import { DeadJobs } from './dead-jobs'
import { jobsQuery } from './queries'
import { Queues } from './queues'
import { Schedules } from './schedules'

/** Queues, schedules and dead-letter jobs. */
export function JobsOverview() {
  const t = useTranslations('jobs')
  const { data, isError, refetch } = useQuery(jobsQuery)
  return (
    <Page title={t('title')} meta={t('lead')}>
      <div className="grid max-w-5xl gap-8 px-6 pt-3.5 pb-8 max-md:px-4">
        {isError && !data && <LoadFailed retry={() => refetch()}>{t('loadFailed')}</LoadFailed>}
        {data && (
          <>
            <DeadJobs dead={data.dead} count={data.deadCount} />
            <Queues queues={data.queues} />
            <Schedules schedules={data.schedules} timeZone={data.timeZone} />
          </>
        )}
      </div>
    </Page>
  )
}
