'use client'
import { useEffect, useState } from 'react'
import type { RowView, Show } from '../protocol'
import type { Intake, IntakeState } from '../use-intake'

const PAGE = 100

type Pages = { of: unknown; pages: Map<number, RowView[]> }

/** The rows in sight: pages of a hundred, asked from the worker when needed, thrown away when anything changed. */
export function useRowWindow(intake: Intake, show: Show, first: number, last: number) {
  const { state } = intake
  const version = summaryOf(state)
  const [held, setHeld] = useState<Pages>({ of: version, pages: new Map() })
  const from = Math.floor(first / PAGE)
  const to = Math.floor(last / PAGE)
  const { rows } = intake
  useEffect(() => {
    let wanted = true
    for (let page = from; page <= to; page++) {
      if (held.of === version && held.pages.has(page)) continue
      rows(show, page * PAGE, PAGE).then(
        (answer) => wanted && setHeld((before) => withPage(before, version, page, answer)),
        () => {},
      )
    }
    return () => {
      wanted = false
    }
  }, [rows, show, from, to, version, held])
  return (index: number): RowView | undefined => held.pages.get(Math.floor(index / PAGE))?.[index % PAGE]
}

function summaryOf(state: IntakeState) {
  return state.phase === 'ready' ? state.summary : null
}

/** Rows of an older version stay in sight until their page is there again. */
function withPage({ of, pages }: Pages, version: unknown, page: number, rows: RowView[]): Pages {
  const kept = of === version ? new Map(pages) : new Map<number, RowView[]>()
  if (of !== version) for (const [index, old] of pages) if (index === page) kept.set(index, old)
  return { of: version, pages: kept.set(page, rows) }
}
