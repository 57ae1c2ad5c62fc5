import { describe, expect, it } from 'vitest'
import { idsBetween, without } from './use-selection'

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
