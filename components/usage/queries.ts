import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '@/components/live/request'
import { api } from '@/lib/http/paths'
import type { Ledger } from '@/lib/usage/reconcile.server'
import type { UsageView } from '@/lib/usage/view'

export const usageQuery = queryOptions({
  queryKey: ['usage'] as const,
  queryFn: ({ signal }) => request<UsageView>(api.usage, { signal }),
})

/** Days of the office, both included; without them the last 31. */
export type Period = { from?: string; to?: string }

export const ledgerQuery = (period: Period) =>
  queryOptions({
    queryKey: ['usage', 'ledger', period] as const,
    queryFn: ({ signal }) => request<Ledger>(`${api.usageLedger}?${new URLSearchParams(period)}`, { signal }),
    placeholderData: keepPreviousData,
  })
