import { queryOptions } from '@tanstack/react-query'
import { request } from '@/components/live/request'
import { api } from '@/lib/http/paths'
import type { RulesView } from '@/lib/reviews/rules'

export const rulesQuery = queryOptions({
  queryKey: ['review-rules'],
  queryFn: ({ signal }) => request<RulesView>(api.rules, { signal }),
})
