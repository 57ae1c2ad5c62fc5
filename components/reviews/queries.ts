import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { request } from '@/components/live/request'
import { api, type EnvironmentName } from '@/lib/http/paths'
import type { QueuePage, ReviewItem } from '@/lib/reviews/view'
import { type DeskFilters, queueBody } from './url'

/** All that is known of reviews in this environment; invalidate it when one changes. */
export const reviewsKey = (environment: EnvironmentName) => ['reviews', environment] as const

export const queueQuery = (environment: EnvironmentName, filters: DeskFilters) =>
  infiniteQueryOptions({
    queryKey: [...reviewsKey(environment), 'queue', queueBody(environment, filters)],
    queryFn: ({ pageParam, signal }) =>
      request<QueuePage>(api.reviewSearch, {
        body: { ...queueBody(environment, filters), ...(pageParam && { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last: QueuePage) => last.nextCursor,
  })

export const itemQuery = (environment: EnvironmentName, id: string) =>
  queryOptions({
    queryKey: [...reviewsKey(environment), 'item', id],
    queryFn: ({ signal }) => request<ReviewItem>(api.review(id), { signal }),
    staleTime: 15_000,
  })
