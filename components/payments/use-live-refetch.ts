import { useLiveChanges } from '@/components/live/event-stream'
import { useThrottled } from '@/components/live/use-throttled'

const APART_MS = 3_000

/**
 * Calls `read` after live events of answers and decisions, at most every three seconds. Gates change a moment after the
 * event, so it is called once more at the end.
 */
export function useLiveRefetch(read: () => void) {
  useLiveChanges(useThrottled(read, APART_MS))
}
