import { JobsOverview } from '@/components/jobs/jobs-overview'
import { jobsQuery } from '@/components/jobs/queries'
import { answer, hydrate } from '@/components/page/hydrate.server'
import { requirePage } from '@/lib/auth/guard.server'
import { readJobs } from '@/lib/jobs/queries.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'

export const generateMetadata = pageTitle('jobs', 'title')

export default async function JobsPage() {
  await requirePage('/admin/jobs')
  return hydrate(<JobsOverview />, [answer(jobsQuery, await readJobs())])
}
