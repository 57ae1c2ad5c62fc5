'use client'
import { useEffect } from 'react'

/** A recently opened record. Its label contains names, so it stays in this tab and is deleted at sign-out. */
export type Recent = { kind: 'check' | 'upload' | 'payment'; href: string; label: string }

const STORE = 'accord.recent'
const MOST = 5

/** The last opened records of this tab, newest first. */
export function recentRecords(): Recent[] {
  try {
    return JSON.parse(sessionStorage.getItem(STORE) ?? '[]') as Recent[]
  } catch {
    return []
  }
}

/** Remembers the record on screen, if any. */
export function useRecent(record: Recent | null) {
  const { kind, href, label } = record ?? {}
  useEffect(() => {
    if (!kind || !href || !label) return
    const others = recentRecords().filter((each) => each.href !== href)
    sessionStorage.setItem(STORE, JSON.stringify([{ kind, href, label }, ...others].slice(0, MOST)))
  }, [kind, href, label])
}
