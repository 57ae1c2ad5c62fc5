import { expect, test } from 'vitest'
import { isAcceptedFilter } from './filters'
import { historyFilters } from './search'

const ID = '0192f0c1-7a3e-7b52-9c1d-2f6a1b3c4d5e'

test('a filter in a URL counts if the API accepts it, so that a link never leads to an error', () => {
  const given: Record<string, unknown[]> = {
    country: [['FR', 'DE'], ['fr'], ['FRA'], ['xFR'], Array(50).fill('FR'), Array(51).fill('FR')],
    bank: [['FR30006'], ['FR'], ['FR%'], [`FR${'1'.repeat(20)}`], [`FR${'1'.repeat(21)}`], ['xFR30006']],
    person: [
      [ID],
      [ID.toUpperCase()],
      [`x${ID}`],
      [`${ID}0`],
      ['me'],
      [ID.replace('-7a3e-7b52', '-7a3e-0b52')],
    ],
    from: ['2026-11-21', '2026-02-30', 'today'],
    to: ['2024-02-29', '2026-13-01'],
    mine: [true],
    outcome: [['match']],
  }
  for (const [name, values] of Object.entries(given))
    for (const value of values)
      expect([name, value, isAcceptedFilter(name, value)]).toEqual([
        name,
        value,
        historyFilters.safeParse({ [name]: value }).success,
      ])
})
