import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { request } from '@/components/live/request'

/** What one URL of the API returns. */
export const urlQuery = <View>(queryKey: QueryKey, url: string) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => request<View>(url, { signal }) })
