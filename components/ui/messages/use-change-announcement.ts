'use client'
import { useEffect, useRef } from 'react'
import { announce } from './live-text'

/**
 * Announces what a change has led to, such as what a filter has found. What a page has when it opens is read there.
 * @param cause the filters and the search text, or what else was changed
 * @param words such as "12 checks"; null while they load
 */
export function useChangeAnnouncement(cause: unknown, words: string | null) {
  const key = JSON.stringify(cause)
  const said = useRef(key)
  useEffect(() => {
    if (words === null || said.current === key) return
    said.current = key
    announce(words)
  }, [key, words])
}
