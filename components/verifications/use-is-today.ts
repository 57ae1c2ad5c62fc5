'use client'
import { useNow, useTimeZone } from 'use-intl'

/** @returns a function that says whether a moment lies in today, in the zone of the page */
export function useIsToday() {
  const timeZone = useTimeZone() ?? 'UTC'
  const now = useNow()
  const day = (when: Date) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(when)
  return (value: string): boolean => day(new Date(value)) === day(now)
}
