import { queryOptions } from '@tanstack/react-query'
import { request } from '@/components/live/request'
import { adminApi } from '@/lib/http/admin-paths'
import type { BankProfileView } from '@/lib/payments/profiles/schema'

export const profilesQuery = queryOptions({
  queryKey: ['bank-profiles'] as const,
  queryFn: ({ signal }) => request<{ items: BankProfileView[] }>(adminApi.bankProfiles, { signal }),
})
