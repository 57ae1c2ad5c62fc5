'use client'
import { useState } from 'react'

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
