import { infiniteQueryOptions } from '@tanstack/react-query'
import { request } from '@/components/live/request'
import { api } from '@/lib/http/paths'
import type { UploadListPage } from '@/lib/uploads/view'

/** The list of uploads, newest first. Every page queries it for the badge in the navigation. */
export const uploadsQuery = () =>
  infiniteQueryOptions({
    queryKey: ['uploads'],
    queryFn: ({ pageParam, signal }) =>
      request<UploadListPage>(
        pageParam ? `${api.uploads}?${new URLSearchParams({ after: pageParam })}` : api.uploads,
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last: UploadListPage) => last.nextCursor,
  })
