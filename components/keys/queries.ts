import { queryOptions } from '@tanstack/react-query'
import { request } from '@/components/live/request'
import { adminApi } from '@/lib/http/admin-paths'
import { api } from '@/lib/http/paths'
import type { KeyView } from '@/lib/keys/view'

type Keys = { items: KeyView[] }

export const ownKeysQuery = queryOptions({
  queryKey: ['keys', 'own'] as const,
  queryFn: ({ signal }) => request<Keys>(api.accountKeys, { signal }),
})
export const allKeysQuery = queryOptions({
  queryKey: ['keys', 'all'] as const,
  queryFn: ({ signal }) => request<Keys>(adminApi.keys, { signal }),
})
