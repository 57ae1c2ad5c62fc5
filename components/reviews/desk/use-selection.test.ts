import { describe, expect, it } from 'vitest'
import { diffNames } from '@/lib/names/compare'
import type { QueueItem } from '@/lib/reviews/view'
import { canSelect, idsBetween, without } from './use-selection'

const items = ['a', 'b', 'c', 'd'].map((id) => ({ id }))

describe('selecting with Shift', () => {
  it('selects everything between the two, in either direction', () => {
    expect(idsBetween(items, 'a', 'c')).toEqual(['a', 'b', 'c'])
    expect(idsBetween(items, 'd', 'b')).toEqual(['b', 'c', 'd'])
    expect(idsBetween(items, 'b', 'b')).toEqual(['b'])
  })

  it('selects only the second when the first has left the list', () => {
    expect(idsBetween(items, 'gone', 'c')).toEqual(['c'])
  })
})

it('keeps what was selected since a group was sent, and drops what was decided', () => {
  expect([...without(new Set(['b', 'c', 'd']), ['a', 'b'])]).toEqual(['c', 'd'])
})

it('leaves out what the reader may not decide in a group: own checks, and what others have claimed', () => {
  const item = {
    ...{ id: 'a', matchResult: 'close_match', comparison: diffNames('JEAN DUPONT', 'Jean Dupont') },
    ...{ claimedBy: null, requestedBy: { id: 'asker', name: 'Asker' } },
  } as QueueItem
  expect(canSelect(item, 'me')).toBe(true)
  expect(canSelect(item, 'asker')).toBe(false)
  expect(canSelect({ ...item, claimedBy: { id: 'me', name: 'Me' } }, 'me')).toBe(true)
  expect(canSelect({ ...item, claimedBy: { id: 'other', name: 'Other' } }, 'me')).toBe(false)
  expect(canSelect({ ...item, comparison: diffNames('Jean Dupond', 'Jean Dupont') }, 'me')).toBe(false)
})
