import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '@/components/live/request'
import { urlQuery } from '@/components/page/url-query'
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
export const choicesQuery = (environment: EnvironmentName) => ({
  ...urlQuery<HistoryChoices>(
    ['history-choices', environment],
    `${api.verificationChoices}?environment=${environment}`,
  ),
  staleTime: 60_000,
})

export const savedViewsQuery = {
  ...urlQuery<{ items: SavedView[] }>(['history-views'], api.savedViews),
  staleTime: 60_000,
}

/** This person's table settings, which come with the page. */
export const layoutQuery = queryOptions<HistoryLayout>({ queryKey: ['history-layout'] })
