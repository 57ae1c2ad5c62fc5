import { expect, it } from 'vitest'
import { daysBefore, isUpToYear } from './period'

it('counts days of the calendar, also over the end of a month and of a year', () => {
  expect(['2026-09-28', '2026-03-02', '2027-01-01'].map((day) => daysBefore(day, 6))).toEqual([
    '2026-09-22',
    '2026-02-24',
    '2026-12-26',
  ])
})

it.each([
  ['2026-11-21', '2026-11-21', true],
  ['2027-02-01', '2028-02-02', true],
  ['2027-02-01', '2028-02-03', false],
  ['2026-11-22', '2026-11-21', false],
  ['', '2026-11-21', false],
  ['2026-11-21', '12026-11-21', false],
  ['0001-12-02 BC', '0001-01-01', false],
])('the period from %s to %s of at most a year: %s', (from, to, fits) => {
  expect(isUpToYear(from, to)).toBe(fits)
})
