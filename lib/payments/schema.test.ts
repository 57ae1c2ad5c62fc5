import { expect, test } from 'vitest'
import { confirmationInput, releaseInput } from './schema'

const release = (expected: object) => releaseInput.safeParse({ lines: 'clear', expected }).success

test.each([
  ['EUR', true],
  ['toString', false],
  ['valueOf', false],
  ['eur', false],
  ['', false],
])('the schema of a release accepts the currency %j in the expected sums: %s', (currency, ok) => {
  expect(release({ lines: 1, sums: { [currency]: '1.00' } })).toBe(ok)
})

test.each([
  ['1.00', true],
  ['0', true],
  ['-1', false],
  ['1e3', false],
  ['1,00', false],
  ['', false],
])('the schema of a release accepts %j as an expected sum: %s', (amount, ok) => {
  expect(release({ lines: 1, sums: { EUR: amount } })).toBe(ok)
})

test('a confirmation that lines are no duplicates needs a reason', () => {
  const accepts = (reason: string) =>
    confirmationInput.safeParse({ kind: 'not_duplicate', lines: [1], reason }).success
  expect(['Second invoice.', 'x', '', '   '].map(accepts)).toEqual([true, false, false, false])
})
