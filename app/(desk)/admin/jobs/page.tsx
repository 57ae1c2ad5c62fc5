import { JobsPage, jobsMetadata } from '@/components/jobs/jobs-page.server'

export const generateMetadata = () => jobsMetadata()

export default function Jobs() {
  return <JobsPage />
}
