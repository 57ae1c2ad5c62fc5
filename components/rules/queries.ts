import { queryOptions } from '@tanstack/react-query'
import { request } from '@/components/live/request'
import { adminApi } from '@/lib/http/admin-paths'
import type { RulesView } from '@/lib/reviews/rules/rules'

export const rulesQuery = queryOptions({
  queryKey: ['review-rules'],
  queryFn: ({ signal }) => request<RulesView>(adminApi.rules, { signal }),
})
