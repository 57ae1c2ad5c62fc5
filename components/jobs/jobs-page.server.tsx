import 'server-only'
import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { requirePage } from '@/lib/auth/guard.server'
import { readJobs } from '@/lib/jobs/queries.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { JobsOverview } from './jobs-overview'
import { jobsQuery } from './queries'

export const jobsMetadata = pageTitle('jobs', 'title')

export async function JobsPage() {
  await requirePage('/admin/jobs')
  const client = new QueryClient()
  client.setQueryData(jobsQuery.queryKey, await readJobs())
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <JobsOverview />
    </HydrationBoundary>
  )
}
