import { describe, expect, it } from 'vitest'
import { between } from './use-selection'

const items = ['a', 'b', 'c', 'd'].map((id) => ({ id }))

describe('selecting with Shift', () => {
  it('selects everything between the two, in either direction', () => {
    expect(between(items, 'a', 'c')).toEqual(['a', 'b', 'c'])
    expect(between(items, 'd', 'b')).toEqual(['b', 'c', 'd'])
    expect(between(items, 'b', 'b')).toEqual(['b'])
  })

  it('selects only the second when the first has left the list', () => {
    expect(between(items, 'gone', 'c')).toEqual(['c'])
  })
})
