import { useEffect, useState } from 'react'
import { serverNow } from './server-now'

/** The time by the server's clock, kept current on screen. */
export function useServerNow(updateMs: number): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), updateMs)
    return () => clearInterval(timer)
  }, [updateMs])
  return now
}
