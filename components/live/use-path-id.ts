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

const withoutId = (path: string) => path.replace(uuidIn(path) ?? '', '')

/**
 * Calls `follow` when the router has another path or other parameters (`part`), and after Back or Forward within this
 * page: the router doesn't tell when one of them takes back a change that it has not rendered yet.
 * @param follow always the same function; it reads the current URL from the window
 */
export function useFollowUrl(part: string, follow: () => void) {
  const page = withoutId(usePathname())
  // biome-ignore lint/correctness/useExhaustiveDependencies: the part triggers it
  useEffect(follow, [part])
  useEffect(() => {
    const listen = () => {
      if (withoutId(window.location.pathname) === page) follow()
    }
    window.addEventListener('popstate', listen)
    return () => window.removeEventListener('popstate', listen)
  }, [page, follow])
}

/**
 * The id in the path of the page, in its own state so that the page renders without waiting for the router, and a
 * function that opens another URL.
 */
export function usePathId() {
  const writeUrl = useWriteUrl()
  const pathname = usePathname()
  const [id, setId] = useState(uuidIn(pathname))
  const follow = useCallback(() => setId(uuidIn(window.location.pathname)), [])
  useFollowUrl(pathname, follow)
  const go = (url: string, how: How) => {
    writeUrl(url, how)
    follow()
  }
  return [id, go] as const
}
