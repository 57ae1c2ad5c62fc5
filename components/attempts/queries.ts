import { infiniteQueryOptions } from '@tanstack/react-query'
import { request } from '@/components/live/request'
import type { UnknownAttemptPage } from '@/lib/attempts/view'
import { api } from '@/lib/http/paths'

export const attemptsQuery = infiniteQueryOptions({
  queryKey: ['attempts'] as const,
  queryFn: ({ pageParam, signal }) =>
    request<UnknownAttemptPage>(
      pageParam ? `${api.attempts}?${new URLSearchParams({ after: pageParam })}` : api.attempts,
      { signal },
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (last: UnknownAttemptPage) => last.nextCursor,
})
