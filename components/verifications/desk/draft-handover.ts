'use client'
import { useEffect, useEffectEvent } from 'react'
import type { CheckDraft } from './use-draft'

let waiting: Partial<CheckDraft> | null = null
const subscribers = new Set<() => void>()

/**
 * Passes a pair to the check page, whether it is open or opens next. Never through the URL, because it contains an
 * IBAN.
 */
export function handOverDraft(draft: Partial<CheckDraft>) {
  waiting = draft
  for (const take of subscribers) take()
}

/** Takes the passed pair, once. */
export function useHandedOverDraft(take: (draft: Partial<CheckDraft>) => void) {
  const takeWaiting = useEffectEvent(() => {
    const draft = waiting
    waiting = null
    if (draft) take(draft)
  })
  useEffect(() => {
    takeWaiting()
    subscribers.add(takeWaiting)
    return () => void subscribers.delete(takeWaiting)
  }, [])
}
