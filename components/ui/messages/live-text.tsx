'use client'
import { useEffect, useState } from 'react'

type Politeness = 'polite' | 'assertive'
const listeners = new Set<(text: string, politeness: Politeness) => void>()

/** Announces a sentence to screen readers. All announcements go through here, so that two never collide. */
export function announce(text: string, politeness: Politeness = 'polite') {
  for (const listener of listeners) listener(text, politeness)
}

/** The two permanent live regions, once in the root layout. */
export function LiveText() {
  const [polite, setPolite] = useState('')
  const [assertive, setAssertive] = useState('')
  useEffect(() => {
    const listener = (text: string, politeness: Politeness) => {
      const set = politeness === 'polite' ? setPolite : setAssertive
      // the same text is announced twice: a trailing no-break space makes it differ
      set((before) => (before === text ? `${text}\u00a0` : text))
    }
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
  return (
    <>
      <div role="status" aria-live="polite" className="sr-only" data-live="polite">
        {polite}
      </div>
      <div aria-live="assertive" className="sr-only" data-live="assertive">
        {assertive}
      </div>
    </>
  )
}
