import type { QueueItem } from '@/lib/reviews/view'

/** Until when (in milliseconds) an item stays at the end of the queue. */
export type Skips = Record<string, number>

export const SKIP_MS = 4 * 60 * 60_000

/** The queue in this person's order, with skipped items last. */
export function sortQueue(items: QueueItem[], skips: Skips, now: number): QueueItem[] {
  const skipped = (item: QueueItem) => (skips[item.id] ?? 0) > now
  return [...items.filter((item) => !skipped(item)), ...items.filter(skipped)]
}

export const isLocked = (item: QueueItem, myId: string): boolean =>
  item.claimedBy !== null && item.claimedBy.id !== myId

/** The item `step` places further, skipping those claimed by other people. */
export function neighbour(
  items: QueueItem[],
  id: string | null,
  step: 1 | -1,
  myId: string,
): QueueItem | null {
  const from = items.findIndex((item) => item.id === id)
  for (let at = from + step; at >= 0 && at < items.length; at += step) {
    const item = items[at]
    if (item && !isLocked(item, myId)) return item
  }
  return null
}

/** The next item after a decision: the following one, else the nearest before it. */
export const nextAfter = (items: QueueItem[], id: string, myId: string): QueueItem | null =>
  neighbour(items, id, 1, myId) ?? neighbour(items, id, -1, myId)

/** Whether a person hasn't gone on to another item since they asked at `from` for this one, which may be shown already. */
export const isStillAt = (from: string | null, now: string | null, asked: string | null): boolean =>
  now === from || now === asked

/** The IDs to prefetch: those of the next five. */
export const prefetchIds = (items: QueueItem[], id: string | null): string[] => {
  const from = items.findIndex((item) => item.id === id)
  return items.slice(from + 1, from + 6).map((item) => item.id)
}
