import { queryOptions } from '@tanstack/react-query'
import { request } from '@/components/live/request'
import { adminApi } from '@/lib/http/admin-paths'
import type { UserList } from '@/lib/users/view'

export const usersQuery = queryOptions({
  queryKey: ['users'] as const,
  queryFn: ({ signal }) => request<UserList>(adminApi.users, { signal }),
})
