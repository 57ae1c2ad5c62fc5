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

/** The time that is left, in minutes and seconds: "9:41". */
export const minutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
