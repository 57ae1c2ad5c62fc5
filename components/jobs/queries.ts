import { queryOptions } from '@tanstack/react-query'
import { request } from '@/components/live/request'
import { adminApi } from '@/lib/http/admin-paths'
import type { JobsView } from '@/lib/jobs/view'

/** Refetched every ten seconds, the interval at which workers count. */
export const jobsQuery = queryOptions({
  queryKey: ['jobs'] as const,
  queryFn: ({ signal }) => request<JobsView>(adminApi.jobs, { signal }),
  refetchInterval: 10_000,
})
