import 'server-only'
import { answer, hydrate } from '@/components/page/hydrate.server'
import { requirePage } from '@/lib/auth/guard.server'
import { readJobs } from '@/lib/jobs/queries.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { JobsOverview } from './jobs-overview'
import { jobsQuery } from './queries'

export const jobsMetadata = pageTitle('jobs', 'title')

export async function JobsPage() {
  await requirePage('/admin/jobs')
  return hydrate(<JobsOverview />, [answer(jobsQuery, await readJobs())])
}
