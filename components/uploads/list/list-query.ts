import { infiniteQueryOptions } from '@tanstack/react-query'
import { request } from '@/components/live/request'
import { api } from '@/lib/http/paths'
import type { UploadPage } from '@/lib/uploads/view'

/** The list of uploads, newest first. Every page queries it for the badge in the navigation. */
export const uploadsQuery = () =>
  infiniteQueryOptions({
    queryKey: ['uploads'],
    queryFn: ({ pageParam, signal }) =>
      request<UploadPage>(
        pageParam ? `${api.uploads}?${new URLSearchParams({ after: pageParam })}` : api.uploads,
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last: UploadPage) => last.nextCursor,
  })
