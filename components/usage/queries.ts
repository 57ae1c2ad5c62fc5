import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '@/components/live/request'
import { urlQuery } from '@/components/page/url-query'
import { adminApi } from '@/lib/http/admin-paths'
import type { Ledger } from '@/lib/usage/reconcile.server'
import type { SpendingView, UsageView } from '@/lib/usage/view'

export const usageQuery = urlQuery<UsageView>(['usage'], adminApi.usage)

/** Days in `TIME_ZONE`, inclusive; by default the last 31. */
export type UsagePeriod = { from?: string; to?: string }

export const ledgerQuery = (period: UsagePeriod) =>
  queryOptions({
    queryKey: ['usage', 'ledger', period] as const,
    queryFn: ({ signal }) =>
      request<Ledger>(`${adminApi.usageLedger}?${new URLSearchParams(period)}`, { signal }),
    placeholderData: keepPreviousData,
  })

export const spendingQuery = (period: UsagePeriod) =>
  queryOptions({
    queryKey: ['usage', 'spending', period] as const,
    queryFn: ({ signal }) =>
      request<SpendingView>(`${adminApi.usageSpending}?${new URLSearchParams(period)}`, { signal }),
    placeholderData: keepPreviousData,
  })
