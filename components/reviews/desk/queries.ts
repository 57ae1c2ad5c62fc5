import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { Problem, request } from '@/components/live/request'
import { api, type EnvironmentName } from '@/lib/http/paths'
import type { QueueChoices, QueuePage, ReviewItem, Signals } from '@/lib/reviews/view'
import { reviewsKey } from './key'
import { type DeskFilters, queueBody, queueSearchOf } from './url'

export const queueQuery = (environment: EnvironmentName, filters: DeskFilters, text: string) =>
  infiniteQueryOptions({
    queryKey: [...reviewsKey(environment), 'queue', queueBody(environment, filters, text)],
    queryFn: ({ pageParam, signal }) =>
      request<QueuePage>(api.reviewSearch, {
        body: { ...queueBody(environment, filters, text), ...(pageParam && { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last: QueuePage) => last.nextCursor,
  })

/** The count of each filter option; fetched when the filters are opened. */
export const queueChoicesQuery = (environment: EnvironmentName, filters: DeskFilters, text: string) =>
  queryOptions({
    queryKey: [...reviewsKey(environment), 'choices', queueSearchOf(environment, filters, text)],
    queryFn: ({ signal }) =>
      request<QueueChoices>(api.reviewChoices, {
        body: queueSearchOf(environment, filters, text),
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export const itemQuery = (environment: EnvironmentName, id: string) =>
  queryOptions({
    queryKey: [...reviewsKey(environment), 'item', id],
    queryFn: async ({ signal }) => {
      const item = await request<ReviewItem>(api.review(id), { signal })
      // the URL names the environment, and an item of the other one is not found
      if (item.environment !== environment) throw new Problem(404, { code: 'not_found' })
      return item
    },
    staleTime: 15_000,
  })

/** The checks behind the signs of payment redirection, fetched on demand. */
export const signalsQuery = (environment: EnvironmentName, id: string) =>
  queryOptions({
    queryKey: [...reviewsKey(environment), 'signals', id],
    queryFn: ({ signal }) => request<Signals>(api.reviewSignals(id), { signal }),
    staleTime: 60_000,
  })
