'use client'
import { useEffect, useState } from 'react'

/** The debounced value: the newest that stayed for `ms` milliseconds. */
export function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

const TYPED_MS = 300

/** The debounced text of a search; clearing the field applies immediately. */
export function useDebouncedText(text: string): string {
  const settled = useDebounced(text, TYPED_MS)
  return text === '' ? '' : settled
}
