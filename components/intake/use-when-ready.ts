'use client'
import { useEffect, useState } from 'react'

/**
 * A press that comes too early is kept: `ask` acts at once when `ready`, else as soon as it is. When it becomes
 * impossible meanwhile, the press is forgotten.
 * @returns `ask`, and whether a press waits
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
