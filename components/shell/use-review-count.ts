'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLiveEvent } from '@/components/live/event-stream'
import { request } from '@/components/live/request'
import type { Role } from '@/lib/auth/roles'
import { api, type EnvironmentName } from '@/lib/http/paths'
import type { QueuePage } from '@/lib/reviews/view'

/**
 * How many items wait for a person: a reviewer's whole queue, an analyst's own items. Undefined for others and while
 * loading.
 */
export function useReviewCount(roles: Role[], environment: EnvironmentName): number | undefined {
  const queries = useQueryClient()
  const wanted = roles.includes('analyst') || roles.includes('reviewer')
  // below the key of the desk, so that refreshing the desk refreshes the number
  const key = ['reviews', environment, 'count']
  const { data } = useQuery({
    queryKey: key,
    queryFn: () => request<QueuePage>(api.reviewSearch, { body: { environment, size: 1 } }),
    select: ({ counts }) => counts.todo + counts.second + counts.escalated,
    enabled: wanted,
    staleTime: 30_000,
  })
  useLiveEvent('review', () => void queries.invalidateQueries({ queryKey: key }))
  return data
}
