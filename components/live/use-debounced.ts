'use client'
import { useEffect, useState } from 'react'

/** The newest value that stayed for `ms` milliseconds, and a function that sets it at once. */
export function useDebounced<T>(value: T, ms: number): [T, (value: T) => void] {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return [settled, setSettled]
}

export const SEARCH_MS = 300

/** The debounced text of a search; clearing the field applies immediately. */
export function useDebouncedText(text: string): string {
  const [settled] = useDebounced(text, SEARCH_MS)
  return text === '' ? '' : settled
}
