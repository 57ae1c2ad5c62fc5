'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLiveChanges } from '@/components/live/event-stream'
import { useThrottled } from '@/components/live/use-throttled'
import type { HistoryResult } from '@/lib/history/search.server'
import type { EnvironmentName } from '@/lib/http/paths'
import { historyQuery } from './queries'
import type { HistoryFilters } from './url'

const READ_EVERY_MS = 2_000

/**
 * Keeps the newest page up to date without moving it: rows on screen change in place, and new ones appear when a
 * button is pressed. @returns how many wait, and a function that shows them
 */
export function useNewChecks(environment: EnvironmentName, filters: HistoryFilters, text: string) {
  const client = useQueryClient()
  const { queryKey, queryFn } = historyQuery(environment, filters, text)
  const id = JSON.stringify(queryKey)
  const [waiting, setWaiting] = useState<{ id: string; page: HistoryResult; count: number } | null>(null)
  const read = useThrottled(async () => {
    const page = await client
      .fetchQuery({ queryKey: ['history-newest', ...queryKey], queryFn, staleTime: 0, gcTime: 0 })
      .catch(() => null)
    const shown = client.getQueryData<HistoryResult>(queryKey)
    if (!page || !shown) return
    const fresh = new Map(page.items.map((item) => [item.id, item]))
    const known = new Set(shown.items.map((item) => item.id))
    const count = page.items.filter((item) => !known.has(item.id)).length
    if (shown.items.length === 0) return client.setQueryData(queryKey, page)
    client.setQueryData<HistoryResult>(queryKey, {
      ...shown,
      items: shown.items.map((item) => fresh.get(item.id) ?? item),
    })
    setWaiting(count > 0 && !filters.after ? { id, page, count } : null)
  }, READ_EVERY_MS)
  useLiveChanges(read)
  const mine = waiting?.id === id ? waiting : null
  const show = () => {
    if (mine) client.setQueryData(queryKey, mine.page)
    setWaiting(null)
  }
  return { count: mine?.count ?? 0, show }
}
