import { useState } from 'react'

type CursorPages = {
  /** the cursor of the page on screen; empty for the first */
  after: string
  /** the cursor of the next page; null or undefined: there is none */
  next: string | null | undefined
  go: (after: string | null) => void
}

/**
 * Pages through a list by cursor. It remembers the cursor before each opened page, because Back of the browser
 * changes the page too.
 */
export function useCursorPages({ after, next, go }: CursorPages) {
  const [before, setBefore] = useState<Record<string, string>>({})
  return {
    older: next
      ? () => {
          setBefore({ ...before, [next]: after })
          go(next)
        }
      : undefined,
    newer: after ? () => go(before[after] || null) : undefined,
  }
}
