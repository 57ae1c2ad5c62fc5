import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { request } from '@/components/live/request'
import { api } from '@/lib/http/paths'
import { RESULTS } from '@/lib/uploads/counts'
import type { OnlyRows, UploadProgress, UploadRowPage, UploadView } from '@/lib/uploads/view'
import type { Outcome } from '@/lib/verifications/outcome'
import { isUploadOpen } from './percent'
import type { RowFilters } from './url'

/** Without an event for this long the upload is polled. */
const QUIET_MS = 5_000
export const ROWS_PER_PAGE = 100

export const uploadQuery = (id: string) =>
  queryOptions({
    queryKey: ['upload', id],
    queryFn: ({ signal }) => request<UploadView>(api.upload(id), { signal }),
    // offline it fails visibly and is retried, instead of pausing silently
    networkMode: 'always',
    refetchInterval: ({ state }) => (state.data && !isUploadOpen(state.data) ? false : QUIET_MS),
  })

/** One query of the rows. `round` increases when the reader asks for newer ones; until then no row moves. */
export type RowsRequest = {
  results: Outcome[]
  reasons: RowFilters['reason']
  reviews: RowFilters['review']
  order: 'newest' | 'row'
  only: OnlyRows | null
  text: string
  round: number
}

const ANSWERED: Outcome[] = RESULTS.filter((result) => result !== 'waiting')

/** The rows on screen: the whole file in order when done, the newest results while it runs. */
export function rowsRequestOf(open: boolean, filters: RowFilters): Omit<RowsRequest, 'text' | 'round'> {
  const { result, reason, review, order, only } = filters
  return {
    reasons: reason,
    reviews: review,
    results: result.length > 0 ? result : open && !only ? ANSWERED : [],
    order: order ?? (open && !only ? 'newest' : 'row'),
    only,
  }
}

export const rowsQuery = (id: string, ask: RowsRequest) =>
  infiniteQueryOptions({
    queryKey: ['upload rows', id, ask],
    queryFn: ({ pageParam, signal }) => readRows(id, ask, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last: UploadRowPage) => last.nextCursor,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })

/** Search text goes into a body, never into a URL; without it the request is a plain GET. */
function readRows(id: string, ask: RowsRequest, after: string | null, signal: AbortSignal) {
  const { results, reasons, reviews, order, only, text } = ask
  if (text) {
    const body = {
      text,
      results,
      reasons,
      reviews,
      order,
      size: ROWS_PER_PAGE,
      ...(only && { only }),
      ...(after && { after }),
    }
    return request<UploadRowPage>(api.uploadRowsSearch(id), { body, signal })
  }
  const query = new URLSearchParams({
    results: results.join(','),
    reasons: reasons.join(','),
    reviews: reviews.join(','),
    order,
    size: String(ROWS_PER_PAGE),
    ...(only && { only }),
    ...(after && { after }),
  })
  return request<UploadRowPage>(`${api.uploadRows(id)}?${query}`, { signal })
}

/** Applies an event to the upload; an event older than the current state changes nothing. */
export function withProgress(view: UploadView, progress: UploadProgress): UploadView {
  if (progress.version < view.version) return view
  const known = new Map(view.bulks.map((bulk) => [bulk.number, bulk]))
  const bulks = progress.bulks.flatMap((bulk) => {
    const before = known.get(bulk.number)
    return before ? [{ ...before, ...bulk }] : []
  })
  return { ...view, ...progress, bulks }
}

/** Events leave out fields that rarely change (credits, attempts), so they are refetched when a status changes. */
export function needsRefetch(view: UploadView, progress: UploadProgress): boolean {
  if (view.status !== progress.status || view.bulks.length !== progress.bulks.length) return true
  return progress.bulks.some((bulk, i) => bulk.status !== view.bulks[i]?.status)
}
