import { expect, test } from 'vitest'
import {
  addSums,
  decimalOf,
  differenceOfDecimals,
  isPayable,
  sameDecimal,
  subtractSums,
  sumOf,
  sumsOf,
} from './decimal'

test.each([
  ['10.50', '10.50'],
  ['+010.5', '10.5'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['000', '0'],
  ['1,5', null],
  ['1e3', null],
  ['-1', null],
  ['', null],
  ['.', null],
])('the text %j is read as the decimal %s', (text, decimal) => {
  expect(decimalOf(text)).toBe(decimal)
})

test('sums are exact, with the most fractional digits that one of their parts has', () => {
  expect(sumOf(['0.1', '0.2', '3'])).toBe('3.3')
  expect(sumOf(['999999999999999999.99999', '0.00001'])).toBe('1000000000000000000.00000')
  expect(sumOf([])).toBe('0')
  expect(sumOf(['7'], 2)).toBe('7.00')
  expect(differenceOfDecimals('1.5', '2.25')).toBe('-0.75')
  expect([sameDecimal('1.50', '1.5'), sameDecimal('0', '0.00'), sameDecimal('1', '10')]).toEqual([
    true,
    true,
    false,
  ])
})

test('sums of different currencies are kept apart', () => {
  const lines = [
    { amount: '1.10', currency: 'EUR' },
    { amount: '2', currency: 'CHF' },
    { amount: '2.2', currency: 'EUR' },
    { amount: null, currency: 'EUR' },
  ]
  expect(sumsOf(lines)).toEqual({ CHF: '2', EUR: '3.30' })
  expect(addSums({ EUR: '1' }, { EUR: '2.5', USD: '1' })).toEqual({ EUR: '3.5', USD: '1' })
  expect(subtractSums({ CHF: '2', EUR: '3.30' }, { EUR: '3.3', USD: '1' })).toEqual({
    ...{ CHF: '2', EUR: '0.00', USD: '-1' },
  })
})

test.each([
  ['10.50', 'EUR', true],
  ['10.500', 'EUR', true],
  ['10.505', 'EUR', false],
  ['10.505', 'TND', true],
  ['10.5055', 'TND', false],
  ['1050.00', 'JPY', true],
  ['1050.5', 'JPY', false],
  ['10', 'eur', false],
  ['0.00', 'EUR', false],
  ['0.01', 'EUR', true],
])('%s %s can be paid: %s', (amount, currency, may) => {
  expect(isPayable(amount, currency)).toBe(may)
})
