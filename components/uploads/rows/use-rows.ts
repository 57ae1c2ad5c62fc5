'use client'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDebouncedText } from '@/components/live/use-debounced'
import { useUrlState } from '@/components/live/use-url-state'
import { useChangeAnnouncement } from '@/components/ui/messages/use-change-announcement'
import { isUploadOpen } from '@/components/uploads/percent'
import { rowsQuery, rowsRequestOf } from '@/components/uploads/queries'
import { rowsWith } from '@/components/uploads/state'
import { type RowFilters, rowParsers } from '@/components/uploads/url'
import { isUuid } from '@/lib/platform/uuid'
import type { OnlyRows, UploadRowView, UploadView } from '@/lib/uploads/view'
import type { Outcome } from '@/lib/verifications/outcome'

/**
 * The rows on screen: filters in the URL, the search text only here. Newer results wait until the reader asks for them.
 */
export function useRows(upload: UploadView) {
  const t = useTranslations('bulk.rows')
  const open = isUploadOpen(upload)
  const [filters, setFilters] = useUrlState(rowParsers, 'replace')
  const show = useCallback((id: string | null) => setFilters({ open: id }), [setFilters])
  const [typed, setTyped] = useState('')
  const text = useDebouncedText(typed.trim())
  const openId = isUuid(filters.open) ? filters.open : null
  const [held, setHeld] = useState({ open, round: 0 })
  const ask = rowsRequestOf(held.open, filters)
  const { results, order, only } = ask
  const query = useInfiniteQuery({
    ...rowsQuery(upload.id, { ...ask, text, round: held.round }),
    placeholderData: keepPreviousData,
  })
  const loaded = query.data?.pages
  const rows = useMemo(() => loaded?.flatMap((page) => page.items) ?? [], [loaded])
  const total = loaded?.[0]?.total ?? 0
  const settled = query.isSuccess && !query.isPlaceholderData
  const found = t('count', { n: total })
  useChangeAnnouncement([results, only, filters.reason, filters.review, text], settled ? found : null)
  const alone = {
    known: upload.known?.state === 'anew' ? 0 : upload.known?.rows,
    edited: upload.comparison?.edited,
  }
  // only the server knows how many rows match a text, a reason, a review state, or two filters at once
  const counted =
    text === '' &&
    filters.reason.length === 0 &&
    filters.review.length === 0 &&
    (!only || filters.result.length === 0)
  const here = only ? (alone[only] ?? 0) : rowsWith(upload, results)
  const refresh = () => setHeld(({ round }) => ({ open, round: round + 1 }))

  // an empty table can't be disturbed, so the first results appear automatically
  const firstAnswers = settled && counted && total === 0 && here > 0
  // at the end the whole file replaces the newest results, unless somebody is reading them
  const ended = settled && held.open && !open && !query.isFetching
  useEffect(() => {
    if (firstAnswers || (ended && nobodyReads())) setHeld(({ round }) => ({ open, round: round + 1 }))
  }, [firstAnswers, ended, open])

  const toggle = (result: Outcome) => {
    const { result: chosen } = filters
    setFilters({
      result: chosen.includes(result) ? chosen.filter((each) => each !== result) : [...chosen, result],
    })
  }
  return {
    query,
    rows,
    total,
    order,
    typed,
    setTyped,
    filters,
    toggle,
    openId,
    show,
    neighbour: (by: 1 | -1) => neighbour(rows, openId, by),
    setOrder: (next: 'newest' | 'row') => setFilters({ order: next }),
    filter: (next: Partial<Pick<RowFilters, 'reason' | 'review'>>) => setFilters(next),
    clear: () => {
      setTyped('')
      setFilters({ result: null, reason: null, review: null, only: null })
    },
    showOnly: (rows: OnlyRows) => setFilters({ result: null, reason: null, review: null, only: rows }),
    filtered:
      [filters.result, filters.reason, filters.review].some((chosen) => chosen.length > 0) ||
      only !== null ||
      typed !== '',
    refresh,
    /** rows added since the last fetch; not counted while only the server knows the total */
    fresh: settled && counted ? Math.max(here - total, 0) : 0,
    stale: settled && (ended || (counted && here < total)),
  }
}
export type Rows = ReturnType<typeof useRows>

/** The record of the next row above or below that has a different one. */
function neighbour(rows: UploadRowView[], openId: string | null, by: 1 | -1): string | undefined {
  const at = openId ? rows.findIndex((row) => row.verificationId === openId) : -1
  if (at < 0) return undefined
  const rest = by > 0 ? rows.slice(at + 1) : rows.slice(0, at).reverse()
  const next = rest.find(({ verificationId }) => verificationId && verificationId !== openId)
  return next?.verificationId ?? undefined
}

/** True while the table is not scrolled and has no focus. */
function nobodyReads(): boolean {
  const table = document.getElementById('up-rows')
  return window.scrollY < 80 && !table?.contains(document.activeElement)
}
