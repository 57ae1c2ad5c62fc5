import { expect, test } from 'vitest'
import { currencyOfHeader, decimalSignOf, paidAmount, readAmount } from './amounts'

test.each([
  ['1.234,56', ',', '1234.56'],
  ['1,234.56', '.', '1234.56'],
  ['1 234,56', ',', '1234.56'],
  ['1\u202f234\u202f567,8', ',', '1234567.8'],
  ["1'234.56", '.', '1234.56'],
  ['1’234’567.05', '.', '1234567.05'],
  ['1.234', ',', '1234'],
  ['1.234', '.', '1.234'],
  ['0.500', ',', null],
  ['00012,30', ',', '12.30'],
  ['+12,30', ',', '12.30'],
  ['12,-', ',', '12.00'],
  ['1.234,--', ',', '1234.00'],
  ["1'234.– CHF", '.', '1234.00'],
  ['12.—', '.', '12.00'],
  ['12,-', '.', null],
  ['12-,', ',', null],
  ['1234', null, '1234'],
  ['1 234', null, '1234'],
  ['12.34.56', '.', null],
  ['1,23,456.00', '.', null],
  ['1.2345678', '.', null],
  ['1234567890123456789', '.', null],
  ['1e5', '.', null],
  ['12 or 13', '.', null],
  ['=1+2', '.', null],
])('%s with the decimal sign %s is %s', (cell, sign, amount) => {
  const read = readAmount(cell, sign as '.' | ',' | null)
  expect('amount' in read ? read.amount : null).toBe(amount)
})

test.each([
  ['', 'empty'],
  ['  ', 'empty'],
  ['0,00', 'zero'],
  ['-0,00', 'zero'],
  ['-12,30', 'negative'],
  ['12,30-', 'negative'],
  ['−12,30 €', 'negative'],
  ['–12,30', 'negative'],
  ['12,30 ‑', 'negative'],
  ['(12,30)', 'negative'],
  ['EUR -12,30', 'negative'],
  ['free', 'unreadable'],
  ['12,30 points', 'unreadable'],
  ['€ 12,30 CHF', 'unreadable'],
])('"%s" is no amount to pay: %s', (cell, problem) => {
  expect(readAmount(cell, ',')).toEqual({ problem })
})

test('an amount with a separator is not read until the decimal separator of its column is known', () => {
  expect(readAmount('1.234', null)).toEqual({ problem: 'two_readings' })
  expect(readAmount('12.50', null)).toEqual({ problem: 'two_readings' })
})

test.each([
  [['1.234,56', '1.234'], ','],
  [['1,234.56', '1,234'], '.'],
  [['12.5', '1.234'], '.'],
  [['1.234.567', '1.234'], ','],
  [['0.500', '1.234'], '.'],
  [['1.234', '2.500 €'], 'both'],
  [['1,234'], 'both'],
  [['12.50', '12,50'], 'both'],
  [['12,-', '1.234'], ','],
  [['1234', '1 234', '', 'n/a'], null],
])('the decimal sign of %j is %s', (cells, sign) => {
  expect(decimalSignOf(cells)).toBe(sign)
})

test.each([
  ['€ 12,30', '', undefined, 'EUR'],
  ['12,30 CHF', '', 'EUR', 'CHF'],
  ['12,30', 'gbp', 'EUR', 'GBP'],
  ['12,30', 'zł', undefined, 'PLN'],
  ['12,30', '', 'EUR', 'EUR'],
  ['12,30', '', undefined, null],
  ['12,30', '$', 'EUR', null],
  ['12,30 EUR', 'CHF', undefined, null],
])('"%s" beside "%s" (else %s) is an amount in %s', (amount, currency, code, found) => {
  const paid = paidAmount({ amount, currency }, ',', code)
  expect('currency' in paid ? paid.currency : null).toBe(found)
})

test.each([
  ['Amount EUR', 'EUR'],
  ['Betrag (€)', 'EUR'],
  ['Montant en euros', 'EUR'],
  ['Amount_in_CHF', 'CHF'],
  ['Importe', null],
  ['Amount per day', null],
  ['All amounts', null],
  ['AMOUNT NET', null],
])('the header "%s" names the currency %s', (header, currency) => {
  expect(currencyOfHeader(header)).toBe(currency)
})

test.each([
  ['1,005', 'EUR'],
  ['100,50', 'JPY'],
])('%s is more exact than %s can be paid', (amount, currency) => {
  expect(paidAmount({ amount, currency }, ',', undefined)).toEqual({ problem: 'decimals' })
})
