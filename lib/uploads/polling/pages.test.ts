import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isInPlace, isOver, joinAll, type PollPage, pagesWith, reportedAnswers } from './pages'

const item = (index: number | null, status = 'completed') => ({ index, wire: { status } })
const page = (number: number, indexes: (number | null)[], perPage = 3): PollPage => ({
  page: number,
  perPage,
  totalPages: 9,
  items: indexes.map((index) => item(index)),
})

describe('pages of results', () => {
  it('are read only when they contain a pending item', () => {
    expect(pagesWith([0, 1, 99, 100, 350], 100)).toEqual([1, 2, 4])
    expect(pagesWith([], 100)).toEqual([])
  })

  it.each<[string, PollPage, number]>([
    ['in order', page(1, [0, 1, 2]), 8],
    ['in another order', page(2, [5, 3, 4]), 8],
    ['and the last one is shorter', page(3, [6, 7]), 8],
  ])('are in place %s', (_what, given, size) => expect(isInPlace(given, size)).toBe(true))

  it.each<[string, PollPage]>([
    ['begins at 1', page(1, [1, 2, 3])],
    ['repeats an index', page(1, [0, 1, 1])],
    ['leaves one out', page(1, [0, 2])],
    ['has one too many', page(1, [0, 1, 2, 3])],
    ['overlaps the one before', page(2, [2, 3, 4])],
    ['goes beyond the end', page(3, [6, 7, 8])],
    ['has something that is no index', page(1, [0, null, 2])],
  ])('are not in place when one %s', (_what, given) => expect(isInPlace(given, 8)).toBe(false))
})

describe('a complete list', () => {
  it('is joined only when its indexes are exactly 0 to n − 1, in any order and on any pages', () => {
    const sizes = fc.integer({ min: 1, max: 60 })
    fc.assert(
      fc.property(sizes, fc.infiniteStream(fc.nat()), (size, random) => {
        const indexes = Array.from({ length: size }, (_, index) => index)
        const shuffled = indexes.map((index) => ({ index, key: random.next().value as number }))
        shuffled.sort((a, b) => a.key - b.key)
        const pages = [
          page(
            1,
            shuffled.slice(0, 7).map((one) => one.index),
          ),
          page(
            2,
            shuffled.slice(7).map((one) => one.index),
          ),
        ]
        expect(joinAll(pages, size)).toEqual(indexes.map((index) => item(index)))
        const missing = random.next().value as number
        const without = [
          page(
            1,
            indexes.filter((index) => index !== missing % size),
          ),
        ]
        expect(joinAll(without, size)).toBe('indexes')
        expect(
          joinAll(
            [
              page(
                1,
                indexes.map((index) => index + 1),
              ),
            ],
            size,
          ),
        ).toBe('indexes')
      }),
    )
  })

  it('prefers an answer to a pending copy of the same item', () => {
    const pages = [{ ...page(1, []), items: [item(0, 'pending'), item(0), item(1), item(1, 'pending')] }]
    expect(joinAll(pages, 2)).toEqual([item(0), item(1)])
  })

  it.each(['completed', 'failed', 'rejected'])(
    'may repeat an item that is %s, with the same answer and in other words, but not with another one',
    (status) => {
      const answer = { index: 0, wire: { status, match_result: 'match', updated: 1 } }
      const again = { index: 0, wire: { ...answer.wire, updated: 2 } }
      const other = { index: 0, wire: { ...answer.wire, status: 'completed', match_result: 'no_match' } }
      const joined = (...items: PollPage['items']) => joinAll([{ ...page(1, []), items }], 1)
      expect(joined(answer, again)).toEqual([answer])
      expect([joined(answer, other), joined(other, answer)]).toEqual(['indexes', 'indexes'])
    },
  )
})

it('the number of answers comes from the provider’s counters; values that are not numbers count as zero', () => {
  const reported = { status: 'processing', total: 9, completed: 3, failed: 2, rejected: null, inProgress: 4 }
  expect(reportedAnswers(reported)).toBe(5)
})

it.each([
  ['completed', 0, true],
  ['unrecognised', 9, true],
  ['unrecognised', 8, false],
  ['accepted', 9, false],
  ['processing', 9, false],
])('a batch of nine that is %s with %i answers counted is over: %s', (status, completed, over) => {
  const reported = { status, total: 9, completed, failed: 0, rejected: 0, inProgress: 9 - completed }
  expect(isOver(reported, 9)).toBe(over)
})
