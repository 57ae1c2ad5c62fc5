'use client'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useCursorPages } from '@/components/live/use-cursor-pages'
import { useSearchText } from '@/components/live/use-search-text'
import { useUrlState } from '@/components/live/use-url-state'
import { useChangeAnnouncement } from '@/components/ui/messages/use-change-announcement'
import type { HistoryResult } from '@/lib/history/search.server'
import type { EnvironmentName } from '@/lib/http/paths'
import { historyQuery } from './queries'
import { filterBody, historyParsers, isSameNarrowing, type Narrowing, NO_HISTORY_FILTERS } from './url'
import { useNewChecks } from './use-new-checks'

/** The state of the history: filters, page and open record in the URL, the search text in this tab, the rows. */
export function useHistory(environment: EnvironmentName) {
  const t = useTranslations('history')
  const search = useSearchText('history', environment)
  const [filters, setFilters] = useUrlState(historyParsers, 'push')
  const shown = useRef(filters)
  shown.current = filters
  const page = useQuery(historyQuery(environment, filters, search.text))
  // when a request fails, the previous rows stay on screen
  const last = useRef<HistoryResult>(undefined)
  if (page.data) last.current = page.data
  const items = last.current?.items ?? []
  const added = useNewChecks(environment, filters, search.text)

  const total = page.isPlaceholderData ? undefined : page.data?.total
  useChangeAnnouncement(
    [filterBody(filters), search.text],
    total === undefined ? null : t('found', { count: total }),
  )

  /** A new filter starts at the newest page. */
  const filter = (next: Partial<Narrowing & { view: string }>) => {
    setFilters({ ...next, after: null })
  }
  const turning = useCursorPages({
    after: filters.after,
    next: page.data?.nextCursor,
    go: (after) => setFilters({ after }),
  })
  const at = items.findIndex((item) => item.id === filters.open)
  return {
    environment,
    filters,
    search: {
      ...search,
      type: (text: string) => {
        if (filters.after) filter({})
        search.type(text)
      },
    },
    filter,
    /** Names the view that was saved, unless the filters were changed since. */
    choose: (view: string, saved: Narrowing) => {
      if (isSameNarrowing(shown.current, saved)) setFilters({ view }, 'replace')
    },
    clear: () => {
      search.type('')
      filter({ ...NO_HISTORY_FILTERS, view: '' })
    },
    page,
    items,
    added,
    open: (id: string) => setFilters({ open: id }),
    close: () => setFilters({ open: null }, 'replace'),
    neighbour: (by: 1 | -1) => (at < 0 ? undefined : items[at + by]?.id),
    ...turning,
  }
}
export type History = ReturnType<typeof useHistory>
