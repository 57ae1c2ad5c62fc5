import { expect, it } from 'vitest'
import { pageNumber, wholeNumber } from './whole-number'

const refusal = (code: string) => ({
  issues: [{ params: { code }, message: 'Use a whole number from 1 to 100.' }],
})

it('a number in a query has one form', () => {
  const { safeParse } = wholeNumber(1, 100)
  expect(['1', '10', '100'].map((text) => safeParse(text).data)).toEqual([1, 10, 100])
  for (const text of ['0', '101', '01', '+1', '-1', '1.0', '1e1', ' 1', '1x', '', '١', '1'.repeat(20)])
    expect([text, safeParse(text).error]).toMatchObject([text, refusal('pagination')])
  expect(wholeNumber(1, 100, 'days').safeParse('0').error).toMatchObject(refusal('days'))
})

it('a number in a body is whole and within its range', () => {
  const { safeParse } = pageNumber(1, 100)
  expect([1, 100].map((value) => safeParse(value).data)).toEqual([1, 100])
  for (const value of [0, 101, 1.5, -1])
    expect([value, safeParse(value).error]).toMatchObject([value, refusal('pagination')])
  for (const value of ['1', null, Number.NaN]) expect(safeParse(value).success).toBe(false)
})
