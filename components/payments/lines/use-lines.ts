'use client'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSettledText } from '@/components/live/use-settled'
import { paymentLinesQuery } from '@/components/payments/queries'
import { lineParsers, type OnlyLines } from '@/components/payments/url'
import type { GateReason, LineGate } from '@/lib/payments/gate/gate'
import type { RunView } from '@/lib/payments/view'
import { useOpenedLine } from './use-opened-line'
import { useLineSelection } from './use-selection'

/** More loaded pages than this are read again only when the reader asks for it. */
const FEW_PAGES = 5

/** The lines on screen: filters in the URL, the search text only here. */
export function useLines(run: RunView) {
  const [filters, setFilters] = useQueryStates(lineParsers, { history: 'replace', clearOnDefault: true })
  // stable, like every other handler of a line: scrolling then renders only the lines that are new on screen
  const show = useCallback((number: number | null) => void setFilters({ line: number }), [setFilters])
  const [typed, setTyped] = useState('')
  const text = useSettledText(typed.trim())
  const { gate, reason, only, line } = filters
  const query = useInfiniteQuery({
    ...paymentLinesQuery(run.id, { gate, reason, only, text }),
    placeholderData: keepPreviousData,
    enabled: run.state === 'ready',
  })
  const loaded = query.data?.pages
  const rows = useMemo(() => loaded?.flatMap((page) => page.items) ?? [], [loaded])
  const stale = useStale(run, loaded?.length ?? 0)
  const selection = useLineSelection(rows, run.may)
  const at = useMemo(() => rows.findIndex(({ number }) => number === line), [rows, line])
  const filtered = gate.length + reason.length > 0 || only !== null || typed !== ''
  const isLine = (number: number) => number >= 1 && number <= run.lines
  return {
    query,
    rows,
    total: loaded?.[0]?.total ?? 0,
    typed,
    setTyped,
    filters,
    selection,
    /** the gates changed since these lines were read */
    stale: stale.is,
    refresh: stale.refresh,
    toggleGate: (next: LineGate) =>
      void setFilters({ gate: gate.includes(next) ? gate.filter((each) => each !== next) : [...gate, next] }),
    filterReasons: (next: GateReason[]) => void setFilters({ reason: next }),
    showOnly: (next: OnlyLines | null) =>
      void setFilters(next ? { gate: null, reason: null, only: next } : { only: null }),
    clear: () => {
      setTyped('')
      void setFilters({ gate: null, reason: null, only: null })
    },
    filtered,
    /** the line whose details are open, even if it isn't among the loaded ones */
    opened: useOpenedLine(run, line, rows, query.isSuccess),
    show,
    neighbour: (by: 1 | -1): number | undefined => {
      const next = at < 0 ? undefined : rows[at + by]?.number
      if (next !== undefined || filtered || line === null) return next
      return isLine(line) && isLine(line + by) ? line + by : undefined
    },
  }
}
export type ShownLines = ReturnType<typeof useLines>

/** Lines are read again when the gates of the run changed; many loaded pages only when the reader asks. */
function useStale(run: RunView, pages: number) {
  const client = useQueryClient()
  const now = JSON.stringify([run.gates, run.gatedAt, run.reportsReceived.length])
  const [read, setRead] = useState(now)
  const few = useRef(true)
  few.current = pages <= FEW_PAGES
  const is = read !== now
  const refresh = () => {
    setRead(now)
    void client.invalidateQueries({ queryKey: ['payment lines', run.id] })
  }
  const latest = useRef(refresh)
  useEffect(() => {
    latest.current = refresh
  })
  useEffect(() => {
    if (is && few.current) latest.current()
  }, [is])
  return { is, refresh }
}
