'use client'
import { usePathname, useSearchParams } from 'next/navigation'
import { createLoader, createSerializer, type inferParserType, type ParserMap } from 'nuqs/server'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { uuidIn } from '@/lib/platform/uuid'

type How = 'push' | 'replace'
type Changes<Values> = Partial<{ [Name in keyof Values]: Values[Name] | null }>

/** Changes the URL, and the router follows. An answer that comes after the page was left changes none. */
function useWriteUrl() {
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
 * The part of a page's state that is in its URL. It is copied to React state, so that a change renders without waiting
 * for the router; back, forward and links are followed.
 * @param usual whether a change adds an entry to the history by default; each change can override it
 * @returns the values, and a function that changes some of them: null is the default, which the URL doesn't show
 */
export function useUrlState<Parsers extends ParserMap>(parsers: Parsers, usual: How) {
  const writeUrl = useWriteUrl()
  const params = useSearchParams().toString()
  const [search, setSearch] = useState(params)
  // biome-ignore lint/correctness/useExhaustiveDependencies: they trigger it; the window has the current URL
  useEffect(() => setSearch(window.location.search.slice(1)), [params])
  const values = useMemo(() => createLoader(parsers)(new URLSearchParams(search)), [parsers, search])
  const change = useCallback(
    (next: Changes<inferParserType<Parsers>>, how: How = usual) => {
      const { pathname, search: before } = window.location
      const url = createSerializer(parsers)(`${pathname}${before}`, next)
      writeUrl(url, how)
      setSearch(window.location.search.slice(1))
    },
    [parsers, usual, writeUrl],
  )
  return [values, change] as const
}

/** The id in the path of the page, kept like the other state of a URL, and a function that opens another URL. */
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
