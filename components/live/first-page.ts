import type { InfiniteData } from '@tanstack/react-query'

/** The first page of a list as the server read it, for the options of its query. */
export type FirstPage<T> = { initialData: InfiniteData<T, string | null>; initialDataUpdatedAt: number }

/**
 * For a list that the frame of all pages asks for as well: its question is there before the page is, and a
 * HydrationBoundary fills only what nobody has asked yet before it draws.
 */
export const firstPage = <T>(page: T): FirstPage<T> => ({
  initialData: { pages: [page], pageParams: [null] },
  initialDataUpdatedAt: Date.now(),
})
