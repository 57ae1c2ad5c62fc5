'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLiveEvent } from '@/components/live/event-stream'
import { request } from '@/components/live/request'
import { useThrottled } from '@/components/live/use-throttled'
import { reviewsKey } from '@/components/reviews/desk/key'
import type { Role } from '@/lib/auth/roles'
import { api, type EnvironmentName } from '@/lib/http/paths'
import type { QueuePage } from '@/lib/reviews/view'

const APART_MS = 1_000

/**
 * How many items wait for a person: a reviewer's whole queue, an analyst's own items. Undefined for others and while
 * loading. An event refetches the count, and the desk where it is open.
 */
export function useReviewCount(roles: Role[], environment: EnvironmentName): number | undefined {
  const client = useQueryClient()
  const wanted = roles.includes('analyst') || roles.includes('reviewer')
  const queryKey = reviewsKey(environment)
  const { data } = useQuery({
    queryKey: [...queryKey, 'count'],
    queryFn: () => request<QueuePage>(api.reviewSearch, { body: { environment, size: 1 } }),
    select: ({ counts }) => counts.todo + counts.second + counts.escalated,
    enabled: wanted,
    staleTime: 30_000,
  })
  const refresh = useThrottled(() => void client.invalidateQueries({ queryKey }), APART_MS)
  useLiveEvent('review', (event) => {
    if (event === null || event.environment === environment) refresh()
  })
  return data
}
