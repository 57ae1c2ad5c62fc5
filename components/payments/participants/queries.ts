import { queryOptions } from '@tanstack/react-query'
import { request } from '@/components/live/request'
import { adminApi } from '@/lib/http/admin-paths'
import type { RegisterState } from '@/lib/payments/participants/schema'

export const registerQuery = queryOptions({
  queryKey: ['participants'] as const,
  queryFn: ({ signal }) => request<RegisterState>(adminApi.participants, { signal }),
})
