'use client'
import { useCallback, useEffect, useRef } from 'react'

/** Runs immediately and then at most once in `ms`, with a trailing call. */
export function useThrottled(run: () => void, ms: number): () => void {
  const latest = useRef(run)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const again = useRef(false)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(() => {
    const go = () => {
      again.current = false
      latest.current()
      timer.current = setTimeout(() => {
        timer.current = undefined
        if (again.current) go()
      }, ms)
    }
    if (timer.current) again.current = true
    else go()
  }, [ms])
}
