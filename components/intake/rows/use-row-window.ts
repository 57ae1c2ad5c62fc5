'use client'
import { useEffect, useState } from 'react'
import type { RowView, Summary } from '../protocol'
import type { Intake } from '../use-intake'

const PAGE = 100

/** The rows of each page, and the state of the file that they are from. */
type Pages = ReadonlyMap<number, { of: Summary; rows: RowView[] }>

/** Replaces one page. The others stay, because a row that disappears takes with it what is being typed there. */
export const withPage = (held: Pages, page: number, of: Summary, rows: RowView[]): Pages =>
  new Map(held).set(page, { of, rows })

/**
 * The visible rows of one list: pages of a hundred, requested from the worker when needed and again after a change. The
 * old rows of a page stay visible until the new ones arrive.
 */
export function useRowWindow({ rows }: Intake, summary: Summary, first: number, last: number) {
  const [held, setHeld] = useState<Pages>(new Map())
  const from = Math.floor(first / PAGE)
  const to = Math.floor(last / PAGE)
  useEffect(() => {
    let wanted = true
    for (let page = from; page <= to; page++) {
      if (held.get(page)?.of === summary) continue
      rows(page * PAGE, PAGE).then(
        (answer) => wanted && setHeld((before) => withPage(before, page, summary, answer)),
        () => {},
      )
    }
    return () => {
      wanted = false
    }
  }, [rows, from, to, summary, held])
  return (index: number): RowView | undefined => held.get(Math.floor(index / PAGE))?.rows[index % PAGE]
}
