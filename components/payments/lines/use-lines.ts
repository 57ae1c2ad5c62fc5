'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDebouncedText } from '@/components/live/use-debounced'
import { useUrlState } from '@/components/live/use-url-state'
import { lineParsers } from '@/components/payments/url'
import { useChangeAnnouncement } from '@/components/ui/messages/use-change-announcement'
import { useOnChange } from '@/components/ui/use-on-change'
import type { GateReason, LineGate } from '@/lib/payments/gate/gate'
import type { OnlyLines, RunView } from '@/lib/payments/view'
import { useLinePages } from './use-line-pages'
import { useOpenedLine } from './use-opened-line'
import { useLineSelection } from './use-selection'

/** The lines on screen, with their filters, search, selection and open details. The search text is never in the URL. */
export function useLines(run: RunView) {
  const t = useTranslations('payments.lines')
  const [filters, setFilters] = useUrlState(lineParsers, 'replace')
  // memoised like all handlers of a line, so that scrolling renders only the lines that come on screen
  const show = useCallback((number: number | null) => setFilters({ line: number }), [setFilters])
  const [typed, setTyped] = useState('')
  const text = useDebouncedText(typed.trim())
  const { gate, reason, only, line } = filters
  const found = useLinePages(run, { gate, reason, only, text }, line)
  const count = t('count', { n: found.total })
  useChangeAnnouncement([gate, reason, only, text], found.isSettled ? count : null)
  useReadAgain(run)
  const { lines, places } = found
  const lineOf = useCallback((number: number) => lines.get(places.get(number) ?? -1), [lines, places])
  const selection = useLineSelection(lineOf, run.may)
  const filtered = gate.length + reason.length > 0 || only !== null || typed !== ''
  const isLine = (number: number) => number >= 1 && number <= run.lines
  return {
    found,
    typed,
    setTyped,
    filters,
    selection,
    toggleGate: (next: LineGate) =>
      setFilters({ gate: gate.includes(next) ? gate.filter((each) => each !== next) : [...gate, next] }),
    filterReasons: (next: GateReason[]) => setFilters({ reason: next }),
    showOnly: (next: OnlyLines | null) =>
      setFilters(next ? { gate: null, reason: null, only: next } : { only: null }),
    clear: () => {
      setTyped('')
      setFilters({ gate: null, reason: null, only: null })
    },
    filtered,
    /** the line whose details are open, even if it isn't among the found ones */
    opened: useOpenedLine(run, line, line === null ? undefined : lineOf(line), found.isSuccess),
    show,
    neighbour: (by: 1 | -1): number | undefined => {
      if (line === null) return undefined
      const next = lines.get((places.get(line) ?? Number.NaN) + by)?.number
      if (next !== undefined || filtered) return next
      return isLine(line) && isLine(line + by) ? line + by : undefined
    },
  }
}
export type ShownLines = ReturnType<typeof useLines>

/** Reads the lines again when the gates of the run change. */
function useReadAgain(run: RunView) {
  const client = useQueryClient()
  useOnChange(JSON.stringify([run.gates, run.gatedAt, run.reportsReceived.length]), () => {
    void client.invalidateQueries({ queryKey: ['payment lines', run.id] })
  })
}
