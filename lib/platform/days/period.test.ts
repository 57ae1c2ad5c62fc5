import { expect, it } from 'vitest'
import { daysBefore } from './period'

it('counts days of the calendar, also over the end of a month and of a year', () => {
  expect(['2026-09-28', '2026-03-02', '2027-01-01'].map((day) => daysBefore(day, 6))).toEqual([
    '2026-09-22',
    '2026-02-24',
    '2026-12-26',
  ])
})
