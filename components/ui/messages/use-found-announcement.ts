'use client'
import { useEffect, useRef } from 'react'
import { announce } from './live-text'

/**
 * Announces what a filter or a search has found. What a page finds when it opens is read there.
 * @param narrowing the filters and the search text
 * @param words such as "12 checks"; null while they load
 */
export function useFoundAnnouncement(narrowing: unknown, words: string | null) {
  const key = JSON.stringify(narrowing)
  const said = useRef(key)
  useEffect(() => {
    if (words === null || said.current === key) return
    said.current = key
    announce(words)
  }, [key, words])
}
