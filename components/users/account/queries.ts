import { queryOptions } from '@tanstack/react-query'
import { request } from '@/components/live/request'
import { api } from '@/lib/http/paths'
import type { AccountView } from '@/lib/users/account-view'

export const accountQuery = queryOptions({
  queryKey: ['account'] as const,
  queryFn: ({ signal }) => request<AccountView>(api.account, { signal }),
})
