import { queryOptions } from '@tanstack/react-query'
import { request } from '@/components/live/request'
import type { ConnectionView } from '@/lib/connections/view'
import { api } from '@/lib/http/paths'

export const connectionsQuery = queryOptions({
  queryKey: ['connections'] as const,
  queryFn: ({ signal }) => request<{ items: ConnectionView[] }>(api.connections, { signal }),
})
