'use client'
import { useEffect, useState } from 'react'
import { SKIP_MS, type Skips } from './order'

const STORE = 'accord.review.skipped'

/** What I put to the end of my queue, kept in this tab. Ids only. */
export function useSkips() {
  const [until, setUntil] = useState<Skips>({})
  useEffect(() => {
    const kept = sessionStorage.getItem(STORE)
    if (kept) setUntil(JSON.parse(kept) as Skips)
  }, [])
  const skip = (id: string) => {
    const next = { ...until, [id]: Date.now() + SKIP_MS }
    sessionStorage.setItem(STORE, JSON.stringify(next))
    setUntil(next)
  }
  return { until, skip }
}
