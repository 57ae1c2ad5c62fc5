'use client'
import { usePathname } from 'next/navigation'
import { useCallback, useEffect, useState } from 'react'
import { useMounted } from '@/components/ui/use-mounted'
import { uuidIn } from '@/lib/platform/uuid'

export type How = 'push' | 'replace'

/** Changes the URL, and the router follows. An answer that comes after the page was left changes none. */
export function useWriteUrl() {
  const mounted = useMounted()
  return useCallback(
    (url: string, how: How) => {
      if (!mounted.current) return
      if (how === 'push') window.history.pushState(null, '', url)
      else window.history.replaceState(null, '', url)
    },
    [mounted],
  )
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
