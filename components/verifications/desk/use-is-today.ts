'use client'
import { useTimeZone } from 'use-intl'
import { dayIn } from '@/components/ui/time'
import { useServerNow } from '@/components/ui/use-server-now'

/** @returns a function that checks whether a date is today, in the time zone of the page */
export function useIsToday() {
  const timeZone = useTimeZone() ?? 'UTC'
  const now = new Date(useServerNow(60_000))
  return (value: string): boolean => dayIn(timeZone, new Date(value)) === dayIn(timeZone, now)
}
