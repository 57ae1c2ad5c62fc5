'use client'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { usePathId } from '@/components/live/use-path-id'
import { useSearchText } from '@/components/live/use-search-text'
import { useUrlState } from '@/components/live/use-url-state'
import { useChangeAnnouncement } from '@/components/ui/messages/use-change-announcement'
import { serverNow } from '@/components/ui/server-now'
import { useMounted } from '@/components/ui/use-mounted'
import { type EnvironmentName, pages } from '@/lib/http/paths'
import type { QueueItem, QueuePage } from '@/lib/reviews/view'
import { reviewsKey } from './key'
import { neighbour, prefetchIds, SKIP_MS, type Skips, sortQueue } from './order'
import { itemQuery, queueQuery } from './queries'
import { deskParsers, NO_QUEUE_FILTERS, writeDeskFilters } from './url'
import { useReadAhead } from './use-read-ahead'
import { useSelection, without } from './use-selection'

export type Me = { id: string; name: string; mayDecide: boolean }

/**
 * The state of the desk: filters and item in the URL, the queue, the open item, and navigation between items. The count
 * in the navigation listens for events and refreshes all of it.
 */
export function useReviewDesk(environment: EnvironmentName, me: Me) {
  const t = useTranslations('review')
  const client = useQueryClient()
  const [openId, go] = usePathId()
  const [filters, setFilters] = useUrlState(deskParsers, 'replace')
  const skips = useSkips()
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  const search = useSearchText('review', environment)
  const queue = useInfiniteQuery(queueQuery(environment, filters, search.text))
  const pages_ = queue.data?.pages
  const all = pages_?.flatMap((page) => page.items) ?? []
  // an item that is being decided disappears immediately, whatever is refetched meanwhile
  const waiting = all.filter((each) => !taken.has(each.id))
  const items = sortQueue(waiting, skips.until, serverNow())
  const selection = useSelection(items)
  const first = useFirst(JSON.stringify([filters, search.text, skips.until]), items)
  const currentId = openId ?? first.id
  const item = useQuery({ ...itemQuery(environment, currentId ?? ''), enabled: currentId !== null })
  const focusHeading = useRef(false)
  const notes = useRef(new Map<string, string>())
  const mounted = useMounted()
  const known = useRef<QueuePage['counts']>(undefined)
  if (pages_) known.current = pages_.at(-1)?.counts
  const counts = known.current

  const refresh = () => client.invalidateQueries({ queryKey: reviewsKey(environment) })
  useWhenFree(items, refresh)
  const total = pages_?.at(-1)?.total ?? 0
  const found = t('list', { tab: t(`tab.${filters.tab}`), count: total })
  useChangeAnnouncement([{ ...filters, sort: null }, search.text], queue.isSuccess ? found : null)
  useReadAhead(environment, prefetchIds(items, currentId))

  const hrefOf = (id: string | null, tab = filters.tab) =>
    writeDeskFilters(id ? pages.reviewItem(environment, id) : pages.review(environment), { ...filters, tab })
  /** Opens an item; the next ones are prefetched. */
  const show = (id: string | null, options: { push?: boolean; focus?: boolean } = {}) => {
    focusHeading.current = options.focus ?? false
    if (id === null) first.forget()
    go(hrefOf(id), options.push ? 'push' : 'replace')
  }
  const step = (by: 1 | -1) => {
    const found = neighbour(items, currentId, by, me.id)
    if (found) show(found.id, { focus: true })
    return found
  }
  return {
    environment,
    me,
    filters,
    setFilters,
    search,
    /** Clears every filter and the search. */
    clear: () => {
      search.type('')
      setFilters(NO_QUEUE_FILTERS)
    },
    queue,
    items,
    counts: counts && { ...counts, [filters.tab]: counts[filters.tab] - (all.length - waiting.length) },
    total: Math.max(total - (all.length - waiting.length), items.length),
    decidedToday: pages_?.at(-1)?.decidedToday ?? 0,
    selection,
    openId,
    currentId,
    row: items.find((each) => each.id === currentId) ?? null,
    item,
    skips,
    focusHeading,
    /** What was typed as a note and not added yet, by item. */
    notes: notes.current,
    hrefOf,
    show,
    /** Opens an item from a message, also after this page was left. */
    open: (id: string) =>
      mounted.current ? show(id, { focus: true }) : window.location.assign(pages.reviewItem(environment, id)),
    step,
    showTab: (tab: typeof filters.tab) => {
      selection.clear()
      first.forget()
      go(hrefOf(null, tab), 'push')
      // the list of the tab renders without waiting for the router
      setFilters({ tab })
    },
    refresh,
    /** Refetches an item. */
    reload: (id: string) => client.prefetchQuery({ ...itemQuery(environment, id), staleTime: 0 }),
    hide: (...ids: string[]) => setTaken((before) => new Set([...before, ...ids])),
    unhide: (...ids: string[]) => setTaken((before) => without(before, ids)),
  }
}
export type Desk = ReturnType<typeof useReviewDesk>

/**
 * The item that is shown when the URL names none: the first of the list, until the person moves to another. Items that
 * arrive above it must not replace it while the person works on it.
 */
function useFirst(list: string, items: QueueItem[]) {
  const shown = useRef<{ list: string; id: string | null }>({ list, id: null })
  if (shown.current.list !== list || shown.current.id === null)
    shown.current = { list, id: items[0]?.id ?? null }
  const forget = () => {
    shown.current = { list, id: null }
  }
  return { id: shown.current.id, forget }
}

/** The server doesn't notify anybody when a claim expires. */
function useWhenFree(items: QueueItem[], refresh: () => unknown) {
  const [next] = items.flatMap(({ claimedUntil }) => claimedUntil ?? []).sort()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next time triggers it
  useEffect(() => {
    if (!next) return
    const timer = setTimeout(refresh, Date.parse(next) - serverNow() + 1_000)
    return () => clearTimeout(timer)
  }, [next])
}

const SKIPPED = 'accord.review.skipped'

/** The items at the end of the queue, stored in this tab. Ids only. */
function useSkips() {
  const [until, setUntil] = useState<Skips>({})
  useEffect(() => {
    const kept = sessionStorage.getItem(SKIPPED)
    if (kept) setUntil(JSON.parse(kept) as Skips)
  }, [])
  const skip = (id: string) => {
    const next = { ...until, [id]: serverNow() + SKIP_MS }
    sessionStorage.setItem(SKIPPED, JSON.stringify(next))
    setUntil(next)
  }
  return { until, skip }
}
