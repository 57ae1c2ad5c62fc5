'use client'
import { useEffect, useState } from 'react'

/**
 * Remembers an early click: `ask` acts immediately when `ready`, else as soon as it is. When that becomes impossible,
 * the press is dropped.
 * @returns `ask`, and whether a press is pending
 */
export function useWhenReady(
  ready: boolean,
  act: () => void,
  possible = true,
): [ask: () => void, waiting: boolean] {
  const [asked, setAsked] = useState(false)
  useEffect(() => {
    if (!asked || (possible && !ready)) return
    setAsked(false)
    if (possible) act()
  }, [asked, ready, possible, act])
  return [() => (ready ? act() : setAsked(true)), asked && !ready]
}
