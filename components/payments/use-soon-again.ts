import { useLiveEvent } from '@/components/live/event-stream'
import { useThrottled } from '@/components/live/use-throttled'

const APART_MS = 3_000

/** Runs after answers and decisions, which change gates a moment later: at most every three seconds, and once more. */
export function useSoonAgain(read: () => void) {
  const soon = useThrottled(read, APART_MS)
  useLiveEvent('upload', soon)
  useLiveEvent('verification', soon)
  useLiveEvent('review', soon)
}
