'use client'
import { useEffect, useState } from 'react'

const AGAIN_MS = 3_000

/** Loads a part of the page (`dynamic`). A failed load is retried until it succeeds, instead of breaking the page. */
export const loadWithRetry = <T>(fetchPart: () => Promise<T>): Promise<T> =>
  fetchPart().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    return loadWithRetry(fetchPart)
  })

/** Whether it was ever open. It then stays mounted, so that it can animate closing and keep its input. */
export function useEverOpen(open: boolean): boolean {
  const [ever, setEver] = useState(open)
  if (open && !ever) setEver(true)
  return ever || open
}

/** Escape cancels an overlay that is still loading, as it closes one that is open. */
export function useEscapeWhile(loading: boolean, cancel: () => void): void {
  useEffect(() => {
    if (!loading) return
    const listen = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') cancel()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  })
}
