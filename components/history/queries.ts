import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '@/components/live/request'
import { urlQuery } from '@/components/live/url-query'
import type { HistoryChoices } from '@/lib/history/choices.server'
import type { HistoryLayout } from '@/lib/history/layout'
import type { HistoryResult } from '@/lib/history/search.server'
import type { SavedView } from '@/lib/history/views'
import { api, type EnvironmentName } from '@/lib/http/paths'
import { type HistoryFilters, historyBody } from './url'

export const historyQuery = (environment: EnvironmentName, filters: HistoryFilters, text: string) => {
  const body = historyBody(environment, filters, text)
  return queryOptions({
    queryKey: ['history', environment, body],
    queryFn: ({ signal }) => request<HistoryResult>(api.verificationSearch, { body, signal }),
    placeholderData: keepPreviousData,
  })
}

/** The options of the filters: countries, banks, people. */
export const choicesQuery = (environment: EnvironmentName) =>
  queryOptions({
    queryKey: ['history-choices', environment],
    queryFn: ({ signal }) =>
      request<HistoryChoices>(`${api.verificationChoices}?environment=${environment}`, { signal }),
    staleTime: 60_000,
  })

export const savedViewsQuery = queryOptions({
  queryKey: ['history-views'] as const,
  queryFn: ({ signal }) => request<{ items: SavedView[] }>(api.savedViews, { signal }),
  staleTime: 60_000,
})

/** This person's table settings. */
export const layoutQuery = urlQuery<HistoryLayout>(['history-layout'], api.historyLayout)
