'use client'
import { useEffect, useState } from 'react'
import type { RowView, Summary } from '../protocol'
import type { Intake } from '../use-intake'

const PAGE = 100

type Pages = { of: Summary; pages: Map<number, RowView[]> }

/**
 * The visible rows: pages of a hundred, requested from the worker when needed and again after a change. Rows of the
 * same list stay visible until the new ones arrive; those of another list do not.
 */
export function useRowWindow({ rows }: Intake, summary: Summary, first: number, last: number) {
  const [held, setHeld] = useState<Pages>({ of: summary, pages: new Map() })
  const from = Math.floor(first / PAGE)
  const to = Math.floor(last / PAGE)
  useEffect(() => {
    let wanted = true
    for (let page = from; page <= to; page++) {
      if (held.of === summary && held.pages.has(page)) continue
      rows(page * PAGE, PAGE).then(
        (answer) => wanted && setHeld((before) => withPage(before, summary, page, answer)),
        () => {},
      )
    }
    return () => {
      wanted = false
    }
  }, [rows, from, to, summary, held])
  const isSameList = held.of.listing.version === summary.listing.version
  return (index: number): RowView | undefined =>
    isSameList ? held.pages.get(Math.floor(index / PAGE))?.[index % PAGE] : undefined
}

function withPage({ of, pages }: Pages, summary: Summary, page: number, rows: RowView[]): Pages {
  const kept = of === summary ? new Map(pages) : new Map<number, RowView[]>()
  return { of: summary, pages: kept.set(page, rows) }
}
