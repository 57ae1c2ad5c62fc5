import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '@/components/live/request'
import type { AuditEntryPage } from '@/lib/audit/view'
import { adminApi } from '@/lib/http/admin-paths'

export const auditQuery = (ask: Record<string, string>) =>
  queryOptions({
    queryKey: ['audit', ask],
    queryFn: ({ signal }) =>
      request<AuditEntryPage>(`${adminApi.audit}?${new URLSearchParams(ask)}`, { signal }),
    placeholderData: keepPreviousData,
  })
