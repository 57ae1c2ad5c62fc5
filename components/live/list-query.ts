import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import { request } from './request'

/** A list of the API that is read page by page. */
export const listQuery = <Page extends { nextCursor: string | null }>(queryKey: string[], url: string) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      request<Page>(pageParam ? `${url}?${new URLSearchParams({ after: pageParam })}` : url, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last: Page) => last.nextCursor,
  })

/** The first page of a list from the server, as query options. */
export type FirstPage<T> = { initialData: InfiniteData<T, string | null>; initialDataUpdatedAt: number }

/**
 * For a list that the frame of all pages queries as well: its query exists before the page, and a HydrationBoundary
 * fills only new queries before it renders.
 */
export const firstPage = <T>(page: T): FirstPage<T> => ({
  initialData: { pages: [page], pageParams: [null] },
  initialDataUpdatedAt: Date.now(),
})
