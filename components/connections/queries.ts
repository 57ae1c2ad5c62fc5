import { queryOptions } from '@tanstack/react-query'
import { request } from '@/components/live/request'
import type { ConnectionView } from '@/lib/connections/view'
import { adminApi } from '@/lib/http/admin-paths'

export const connectionsQuery = queryOptions({
  queryKey: ['connections'] as const,
  queryFn: ({ signal }) => request<{ items: ConnectionView[] }>(adminApi.connections, { signal }),
})
