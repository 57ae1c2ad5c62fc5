'use client'
import { usePathname } from 'next/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'
import { uuidIn } from '@/lib/platform/uuid'

export type How = 'push' | 'replace'

/** Changes the URL, and the router follows. An answer that comes after the page was left changes none. */
export function useWriteUrl() {
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return useCallback((url: string, how: How) => {
    if (!isOpen.current) return
    if (how === 'push') window.history.pushState(null, '', url)
    else window.history.replaceState(null, '', url)
  }, [])
}

/**
 * The id in the path of the page, in its own state so that the page renders without waiting for the router, and a
 * function that opens another URL.
 */
export function usePathId() {
  const writeUrl = useWriteUrl()
  const pathname = usePathname()
  const [id, setId] = useState(uuidIn(pathname))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path triggers it; the window has the current URL
  useEffect(() => setId(uuidIn(window.location.pathname)), [pathname])
  const go = (url: string, how: How) => {
    writeUrl(url, how)
    setId(uuidIn(window.location.pathname))
  }
  return [id, go] as const
}
