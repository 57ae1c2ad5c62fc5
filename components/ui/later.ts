'use client'
import { useState } from 'react'

const AGAIN_MS = 3_000

/**
 * Fetches a part of the page (`dynamic`). One that could not be had is asked for again until it is here, instead of
 * breaking the page that wants it.
 */
export const patiently = <T>(fetchPart: () => Promise<T>): Promise<T> =>
  fetchPart().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    return patiently(fetchPart)
  })

/** Whether it was ever open: what was, stays on the page, so that it can close and keep what was written in it. */
export function useEver(open: boolean): boolean {
  const [ever, setEver] = useState(open)
  if (open && !ever) setEver(true)
  return ever || open
}
