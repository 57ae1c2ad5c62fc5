import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answeredOf, changesOf, noCounts, RESULTS, totalCount } from './counts'

const move = fc.record({
  from: fc.constantFrom(...RESULTS),
  to: fc.constantFrom(...RESULTS),
  rows: fc.integer({ min: 0, max: 100_000 }),
})

describe('the counts of an upload', () => {
  it('always add up to the same total', () => {
    fc.assert(fc.property(fc.array(move), (moves) => totalCount(changesOf(moves)) === 0))
  })

  it('move each changed row from one result to the other', () => {
    const changes = changesOf([
      { from: 'waiting', to: 'match', rows: 3 },
      { from: 'unknown', to: 'match', rows: 2 },
    ])
    expect(changes).toEqual({ ...noCounts(), waiting: -3, unknown: -2, match: 5 })
  })

  it('count neither waiting nor unknown rows as answered', () => {
    expect(answeredOf({ ...noCounts(), match: 4, failed: 1, waiting: 7, unknown: 2 })).toBe(5)
  })
})
