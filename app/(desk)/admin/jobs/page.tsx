export { JobsPage as default, jobsMetadata as generateMetadata } from '@/components/jobs/jobs-page.server'
