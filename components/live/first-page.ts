import type { InfiniteData } from '@tanstack/react-query'

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
