import { queryOptions } from '@tanstack/react-query'
import { request } from '@/components/live/request'
import { api } from '@/lib/http/paths'
import type { DoubtView } from '@/lib/verifications/doubt/view'

export const attemptsQuery = queryOptions({
  queryKey: ['attempts'] as const,
  queryFn: ({ signal }) => request<{ items: DoubtView[] }>(api.attempts, { signal }),
})
