import { expect, test } from 'vitest'
import { confirmationInput, releaseInput } from './schema'

const release = (expected: object) => releaseInput.safeParse({ lines: 'clear', expected }).success

test.each([
  ['EUR', true],
  ['toString', false],
  ['valueOf', false],
  ['eur', false],
  ['', false],
])('expected sums are by currency code: %s', (currency, ok) => {
  expect(release({ lines: 1, sums: { [currency]: '1.00' } })).toBe(ok)
})

test.each([
  ['1.00', true],
  ['0', true],
  ['-1', false],
  ['1e3', false],
  ['1,00', false],
  ['', false],
])('expected sums are plain decimals: %s', (amount, ok) => {
  expect(release({ lines: 1, sums: { EUR: amount } })).toBe(ok)
})

test('a word about duplicates says something', () => {
  const said = (reason: string) =>
    confirmationInput.safeParse({ kind: 'not_duplicate', lines: [1], reason }).success
  expect([said('Second invoice.'), said(''), said('   ')]).toEqual([true, false, false])
})
