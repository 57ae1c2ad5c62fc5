'use client'
import { useEffect, useState } from 'react'

const listeners = new Set<(text: string) => void>()

/** Announces a sentence to screen readers. All announcements go through here, so that two never collide. */
export function announce(text: string) {
  for (const listener of listeners) listener(text)
}

/** The permanent live region, once in the root layout. */
export function LiveText() {
  const [spoken, setSpoken] = useState('')
  useEffect(() => {
    // the same text is announced twice: a trailing no-break space makes it differ
    const listener = (text: string) => setSpoken((before) => (before === text ? `${text}\u00a0` : text))
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {spoken}
    </div>
  )
}
