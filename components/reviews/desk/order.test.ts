import { describe, expect, it } from 'vitest'
import type { QueueItem } from '@/lib/reviews/view'
import { isStillAt, neighbour, nextAfter, prefetchIds, sortQueue } from './order'

const item = (id: string, claimedBy: string | null = null): QueueItem => ({
  id,
  environment: 'live',
  source: 'single',
  priority: false,
  evidenceHash: 'a'.repeat(64),
  verificationId: id,
  name: id,
  matchedName: null,
  matchResult: 'close_match',
  comparison: null,
  differenceTypes: [],
  state: 'todo',
  createdAt: '2026-11-21T10:00:00.000Z',
  decidedAt: null,
  requestedBy: { id: 'asker', name: 'Asker' },
  claimedBy: claimedBy ? { id: claimedBy, name: claimedBy } : null,
  claimedUntil: null,
})
const ids = (items: QueueItem[]) => items.map(({ id }) => id)

describe('the order of my queue', () => {
  const items = [item('a'), item('b', 'marta'), item('c', 'me'), item('d')]

  it('skips items claimed by other people, and not my own', () => {
    expect(neighbour(items, 'a', 1, 'me')?.id).toBe('c')
    expect(neighbour(items, 'd', -1, 'me')?.id).toBe('c')
    expect(neighbour(items, 'd', 1, 'me')).toBeNull()
  })

  it('goes back after the last item, and ends with an empty queue', () => {
    expect(nextAfter(items, 'd', 'me')?.id).toBe('c')
    expect(nextAfter([item('a')], 'a', 'me')).toBeNull()
  })

  it('keeps a skipped item at the end until its time is over', () => {
    expect(ids(sortQueue(items, { a: 100 }, 50))).toEqual(['b', 'c', 'd', 'a'])
    expect(ids(sortQueue(items, { a: 100 }, 150))).toEqual(['a', 'b', 'c', 'd'])
  })

  it('shows an undone item only to a person who has not gone on since', () => {
    expect(isStillAt('b', 'b', 'a')).toBe(true)
    expect(isStillAt('b', 'c', 'a')).toBe(false)
    // an empty list shows it by itself
    expect(isStillAt(null, 'a', 'a')).toBe(true)
    expect(isStillAt(null, 'n', 'a')).toBe(false)
  })

  it('names the three items to prefetch', () => {
    expect(prefetchIds(items, 'a')).toEqual(['b', 'c', 'd'])
    expect(prefetchIds(items, 'd')).toEqual([])
  })
})
