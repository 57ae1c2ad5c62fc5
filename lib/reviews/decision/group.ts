import type { NameComparison } from '@/lib/names/compare'
import type { QueueItem } from '@/lib/reviews/view'

/** The decisions available for several items at once. */
export type GroupDecision = 'approve' | 'reject'

/** Items per group decision. */
export const MAX_GROUP = 25

/**
 * Whether this item may be approved in a group: only a close match with at least one difference, all of level `format`.
 * Never a no match, and never an item without the bank's name.
 */
export function groupable(item: {
  matchResult: QueueItem['matchResult']
  comparison: NameComparison | null
}): boolean {
  const differences = item.comparison?.differences ?? []
  return (
    item.matchResult === 'close_match' &&
    differences.length > 0 &&
    differences.every((difference) => difference.level === 'format')
  )
}
