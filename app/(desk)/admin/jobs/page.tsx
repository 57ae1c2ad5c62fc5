import { JobsPage, jobsMetadata } from '@/components/jobs/jobs-page.server'

export const generateMetadata = () => jobsMetadata()

/** What the queues have to do, and what ran when. */
export default function Jobs() {
  return <JobsPage />
}
