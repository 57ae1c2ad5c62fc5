import type { NameComparison } from '@/lib/names/compare'
import type { QueueItem } from '@/lib/reviews/view'

/** What can be done with several items at once. */
export type GroupAct = 'approve' | 'reject'

/** How many items one decision may take at once. */
export const MAX_GROUP = 25

/**
 * Whether an item may be approved together with others: a close match whose every difference is one of writing (level
 * `format`). Never a no match, never one without the bank's name, never one that has no difference to name.
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
