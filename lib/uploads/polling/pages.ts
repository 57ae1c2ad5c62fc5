import type { ReportedCounts } from '@/lib/uploads/view'
import type { WireItem } from '@/lib/upstream/contract'
import { isFinalAnswer, readItem } from '@/lib/verifications/answer'

export type PollPage = { page: number; perPage: number; totalPages: number; items: WireItem[] }

/**
 * The pages that can contain something new: those with a pending item. An unknown page size is learnt from page 1.
 * @param pending indexes of the items without a final answer, ascending
 */
export function pagesWith(pending: number[], perPage: number): number[] {
  return [...new Set(pending.map((index) => Math.floor(index / perPage) + 1))]
}

const isIndex = (value: WireItem['index'], size: number): value is number => value !== null && value < size

/**
 * Does a page contain exactly the indexes of its position, from 0? Results are joined by index alone, so a list that
 * starts at 1, repeats, skips or overlaps must not be joined.
 */
export function isInPlace({ page, perPage, items }: PollPage, size: number): boolean {
  const first = (page - 1) * perPage
  const last = Math.min(first + perPage, size) - 1
  if (items.length !== last - first + 1) return false
  const seen = new Set(items.map((item) => item.index))
  if (seen.size !== items.length) return false
  return items.every(({ index }) => isIndex(index, size) && index >= first && index <= last)
}

/**
 * Joins all pages by index. A list that shifts while it is read may repeat an item: a terminal copy wins over another
 * one.
 * @returns the items by index, or why they can't be joined: the indexes are not exactly 0 to size − 1, or an item has
 * two answers
 */
export function joinAll(pages: PollPage[], size: number): WireItem[] | 'indexes' {
  const joined: (WireItem | undefined)[] = Array.from({ length: size }, () => undefined)
  for (const item of pages.flatMap((page) => page.items)) {
    if (!isIndex(item.index, size)) return 'indexes'
    const before = joined[item.index]
    if (!before || !isFinalAnswer(before.wire, false)) joined[item.index] = item
    else if (isFinalAnswer(item.wire, false) && !sameAnswer(before, item)) return 'indexes'
  }
  return joined.every((item) => item !== undefined) ? (joined as WireItem[]) : 'indexes'
}

const sameAnswer = (a: WireItem, b: WireItem): boolean =>
  JSON.stringify(readItem(a.wire)) === JSON.stringify(readItem(b.wire))

/** How many items are answered according to the provider. */
export const reportedAnswers = (reported: ReportedCounts): number =>
  (reported.completed ?? 0) + (reported.failed ?? 0) + (reported.rejected ?? 0)

/**
 * Does the provider say that all items are answered? Its counters count only when its status is none of the
 * specification: a batch that is still `accepted` or `processing` isn't over, whatever they add up to.
 */
export const isOver = (reported: ReportedCounts, size: number): boolean =>
  reported.status === 'completed' ||
  (reported.status === 'unrecognised' && reportedAnswers(reported) === size)
