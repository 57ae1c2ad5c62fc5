'use client'
import { useEffect, useState } from 'react'
import type { Intake } from '../use-intake'

/** Moves the focus to the next row that needs a fix, also when it is not rendered yet. */
export function useNextError({ nextError }: Intake, scrollTo: (index: number) => void) {
  const [wanted, setWanted] = useState<number | null>(null)
  useEffect(() => {
    if (wanted === null) return
    // rows render as they are scrolled into view, so retry for a while
    let tries = 0
    const timer = setInterval(() => {
      const cell =
        document.querySelector<HTMLElement>(`[data-cell$="-${wanted}"][aria-invalid="true"]`) ??
        (++tries > 40 ? document.querySelector<HTMLElement>(`[data-cell$="-${wanted}"]`) : null)
      if (!cell && tries <= 40) return
      cell?.focus()
      setWanted(null)
    }, 25)
    return () => clearInterval(timer)
  }, [wanted])
  return async (after: number) => {
    const next = await nextError(after)
    if (!next) return
    scrollTo(next.index)
    setWanted(next.row)
  }
}
