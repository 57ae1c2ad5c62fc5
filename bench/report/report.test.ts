import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { median, percentile, printFigure, printLimits } from './report'

const print = vi.spyOn(console, 'log').mockImplementation(() => {})
afterEach(() => print.mockClear())
afterAll(() => print.mockRestore())

it('takes percentiles of unsorted values', () => {
  expect([median([3, 1, 2]), percentile([40, 10, 30, 20], 0.95), median([])]).toEqual([2, 40, Number.NaN])
})

it.each([
  [{ max: 2 }, [true, true, false]],
  [{ min: 2 }, [false, true, true]],
  [{}, [true, true, true]],
])('compares a figure with its goal %j, limits included', (goal, met) => {
  expect([1, 2, 3].map((value) => printFigure('figure', value, goal))).toEqual(met)
  expect(print.mock.calls.map(([line]) => String(line).includes('NOT MET'))).toEqual(met.map((one) => !one))
})

it('fails a benchmark with a figure above its limit, or without a value', () => {
  expect(printLimits([['low', 1, 2]])).toBe(0)
  expect(
    printLimits([
      ['low', 1, 2],
      ['high', 3, 2],
    ]),
  ).toBe(1)
  expect(printLimits([['missing', Number.NaN, 2]])).toBe(1)
})
