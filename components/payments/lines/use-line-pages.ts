'use client'
import { keepPreviousData, type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import {
  LINES_PER_PAGE,
  type LinesAsk,
  type PlacedLines,
  paymentLinesQuery,
} from '@/components/payments/queries'
import type { LineView, RunView } from '@/lib/payments/view'

type Pages = { from: number; to: number }
const TOP: Pages = { from: 0, to: 0 }

/** The page that holds the line at an index. */
export const pageOf = (index: number) => Math.floor(index / LINES_PER_PAGE)

/**
 * The lines that a search finds, each at its index among them. Their number is known from the first page; the others are
 * read when they come into sight. Until a new search is answered, the lines of the last one stay.
 * @param opened number of the line whose details are open: the lines around it are read too
 */
export function useLinePages(run: RunView, asked: LinesAsk, opened: number | null) {
  const first = useQuery({
    ...paymentLinesQuery(run.id, asked, 0),
    placeholderData: keepPreviousData,
    enabled: run.state === 'ready',
  })
  const total = first.data?.total ?? 0
  const ask = first.data?.ask ?? asked
  const [sight, setSight] = useState(TOP)
  const [near, setNear] = useState<number | null>(null)
  const pages = useMemo(() => pagesOf(sight, near, total), [sight, near, total])
  const { lines, failed, reading } = useQueries({
    queries: pages.map((page) => paymentLinesQuery(run.id, ask, page)),
    combine: useCallback((results: UseQueryResult<PlacedLines>[]) => combined(pages, results), [pages]),
  })
  const places = useMemo(() => new Map([...lines].map(([index, { number }]) => [number, index])), [lines])
  const at = opened === null ? null : places.get(opened)
  if (at !== undefined && at !== near) setNear(at)
  return {
    total,
    lines,
    /** index of a line by its number, among those that were read */
    places,
    isPending: first.isPending,
    isSuccess: first.isSuccess,
    isSettled: first.isSuccess && !first.isPlaceholderData,
    isReading: first.isFetching || reading,
    isFailed: first.isError || failed.length > 0,
    retry: () => {
      if (first.isError) void first.refetch()
      for (const page of failed) void page.refetch()
    },
    /** these pages are on screen, or soon will be */
    see: useCallback((from: number, to: number) => setSight({ from, to }), []),
  }
}

/** The first page, those in sight and those around a line, ascending. */
function pagesOf({ from, to }: Pages, near: number | null, total: number): number[] {
  const pages = new Set([0])
  if (near !== null) pages.add(pageOf(Math.max(near - 1, 0))).add(pageOf(near + 1))
  for (let page = from; page <= to; page++) pages.add(page)
  return [...pages].filter((page) => page * LINES_PER_PAGE < total).sort((a, b) => a - b)
}

function combined(pages: readonly number[], results: readonly UseQueryResult<PlacedLines>[]) {
  const lines = new Map<number, LineView>()
  let last = 0
  for (const [at, page] of pages.entries())
    for (const [place, line] of results[at]?.data?.items.entries() ?? []) {
      // while changed pages are read again, a line may be in two of them
      if (line.number > last) lines.set(page * LINES_PER_PAGE + place, line)
      last = Math.max(last, line.number)
    }
  return {
    lines,
    failed: results.filter(({ isError }) => isError),
    reading: results.some(({ isFetching }) => isFetching),
  }
}
