'use client'
import { useSearchParams } from 'next/navigation'
import { createLoader, createSerializer, type inferParserType, type ParserMap } from 'nuqs/server'
import { useCallback, useMemo, useState } from 'react'
import { type How, useFollowUrl, useWriteUrl } from './use-path-id'

type Changes<Values> = Partial<{ [Name in keyof Values]: Values[Name] | null }>

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
  const follow = useCallback(() => setSearch(window.location.search.slice(1)), [])
  useFollowUrl(params, follow)
  const values = useMemo(() => createLoader(parsers)(new URLSearchParams(search)), [parsers, search])
  const change = useCallback(
    (next: Changes<inferParserType<Parsers>>, how: How = usual) => {
      const { pathname, search: before } = window.location
      const url = createSerializer(parsers)(`${pathname}${before}`, next)
      writeUrl(url, how)
      follow()
    },
    [parsers, usual, writeUrl, follow],
  )
  return [values, change] as const
}
