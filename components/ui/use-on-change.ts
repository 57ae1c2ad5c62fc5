import { useEffect, useEffectEvent, useRef } from 'react'

/** Runs `act` after each render whose value differs from that of the render before; not after the first. */
export function useOnChange(value: string | null, act: () => void): void {
  const before = useRef(value)
  const run = useEffectEvent(act)
  useEffect(() => {
    if (before.current === value) return
    before.current = value
    run()
  }, [value])
}
