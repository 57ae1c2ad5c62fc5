'use client'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { CheckDraft } from './use-draft'

let waiting: Partial<CheckDraft> | null = null
const takers = new Set<() => void>()

/** Gives a pair to the check page, whether it is open or opens next. Never through the address: it holds an IBAN. */
export function handOver(draft: Partial<CheckDraft>) {
  waiting = draft
  for (const take of takers) take()
}

/** Takes what was handed over, once. */
export function useHandedOver(take: (draft: Partial<CheckDraft>) => void) {
  const latest = useRef(take)
  useLayoutEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const look = () => {
      const given = waiting
      waiting = null
      if (given) latest.current(given)
    }
    look()
    takers.add(look)
    return () => void takers.delete(look)
  }, [])
}
