'use client'
import { useEffect } from 'react'

/** A record somebody opened. Its words hold names, so they stay in this tab and go at sign-out. */
export type Recent = { kind: 'check' | 'upload'; href: string; label: string }

const STORE = 'accord.recent'
const MOST = 5

/** The records opened last in this tab, the latest first. */
export function recentRecords(): Recent[] {
  try {
    return JSON.parse(sessionStorage.getItem(STORE) ?? '[]') as Recent[]
  } catch {
    return []
  }
}

/** Remembers what is on screen; null while nothing is. */
export function useRecent(record: Recent | null) {
  const { kind, href, label } = record ?? {}
  useEffect(() => {
    if (!kind || !href || !label) return
    const others = recentRecords().filter((each) => each.href !== href)
    sessionStorage.setItem(STORE, JSON.stringify([{ kind, href, label }, ...others].slice(0, MOST)))
  }, [kind, href, label])
}
