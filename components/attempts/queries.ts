import { infiniteQueryOptions } from '@tanstack/react-query'
import { request } from '@/components/live/request'
import { api } from '@/lib/http/paths'
import type { DoubtPage } from '@/lib/verifications/doubt/view'

export const attemptsQuery = infiniteQueryOptions({
  queryKey: ['attempts'] as const,
  queryFn: ({ pageParam, signal }) =>
    request<DoubtPage>(
      pageParam ? `${api.attempts}?${new URLSearchParams({ after: pageParam })}` : api.attempts,
      { signal },
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (last: DoubtPage) => last.nextCursor,
})
