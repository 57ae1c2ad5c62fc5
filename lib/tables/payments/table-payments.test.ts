import { describe, expect, test } from 'vitest'
import { makeWorkbook, type TestCell } from '@/lib/tables/testing/make-workbook'
import { readTablePayments } from './table-payments'

const DE = 'DE89370400440532013000'
const bytes = (text: string) => new TextEncoder().encode(text)
const table = { format: 'text', encoding: 'utf-8', delimiter: ';', headerRow: 1 } as const
const map = { iban: 0, name: [1], instead: [], reference: 2, note: 3, amount: 4, currency: 5 }
const read = (text: string, more: object = {}) => {
  const paid = readTablePayments(bytes(text), table, { ...map, ...more })
  if ('problem' in paid) throw new Error(paid.problem)
  return paid.lines
}
const HEADER = 'IBAN;Name;Reference;Note;Amount;Currency\n'

test('each row of a table is a payment with its amount, currency, account and reference', () => {
  const lines = read(
    `${HEADER}${DE.toLowerCase()};Ann  Lee;R1;Rent;1.234,5;EUR\n\n;Ben;;;12,00;CHF\n12345;Cid;R3;;1,00;EUR\n`,
  )
  expect(lines).toMatchObject([
    {
      number: 1,
      account: 'iban',
      iban: DE,
      name: 'Ann Lee',
      endToEndId: 'R1',
      amount: '1234.5',
      currency: 'EUR',
    },
    {
      number: 2,
      account: 'none',
      iban: null,
      name: 'Ben',
      endToEndId: null,
      amount: '12.00',
      currency: 'CHF',
    },
    {
      number: 3,
      account: 'other',
      iban: null,
      otherAccount: '12345',
      name: 'Cid',
      remittance: null,
      amount: '1.00',
    },
  ])
  expect(lines[0]).toMatchObject({
    batch: 0,
    batchId: null,
    debtorIban: null,
    dueOn: null,
    remittance: 'Rent',
  })
})

test('a payment is kept with the amount null if its amount can’t be read with certainty', () => {
  const amounts = (text: string, more?: object) => read(HEADER + text, more).map(({ amount }) => amount)
  const row = (amount: string, currency = 'EUR') => `${DE};Ann;;;${amount};${currency}\n`
  expect(amounts(row('1.234') + row('2.500'))).toEqual([null, null])
  expect(amounts(row('1.234') + row('2.500'), { decimal: ',' })).toEqual(['1234', '2500'])
  expect(amounts(row('1.234', 'TND') + row('1.234') + row('2.5'))).toEqual(['1.234', null, '2.5'])
  expect(amounts(row('-1,50') + row('1,50'), { negative: true })).toEqual(['1.50', null])
  expect(amounts(row('-1') + row('0') + row('') + row('x') + row('1', '$'))).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
  expect(amounts(row('5', ''))).toEqual([null])
  expect(amounts(row('5', ''), { currencyCode: 'EUR' })).toEqual(['5'])
})

test('the amounts of a workbook are the numbers in its cells', () => {
  const workbook = makeWorkbook([
    {
      name: 'Pay',
      rows: [
        ['IBAN', 'Name', 'Amount EUR'],
        [DE, 'Ann', { number: '1234.5' }],
        [DE, 'Ben', '12.30'],
      ],
    },
  ])
  const own = { ...map, reference: null, note: null, amount: 2, currency: null, currencyCode: 'EUR' }
  expect(readTablePayments(workbook, { format: 'workbook' }, own)).toMatchObject({
    file: { version: null, messageId: null, whole: null },
    lines: [{ amount: '1234.5', currency: 'EUR' }, { amount: '12.30' }],
  })
})

test('a number of a workbook has one reading, whatever decimal separator its texts have', () => {
  const amounts = (cells: TestCell[], more: object = {}) => {
    const rows = [['IBAN', 'Name', 'Amount'], ...cells.map((cell) => [DE, 'Ann', cell])]
    const own = { ...map, reference: null, note: null, amount: 2, currency: null, currencyCode: 'TND' }
    const paid = readTablePayments(
      makeWorkbook([{ name: 'Pay', rows }]),
      { format: 'workbook' },
      { ...own, ...more },
    )
    if ('problem' in paid) throw new Error(paid.problem)
    return paid.lines.map(({ amount }) => amount)
  }
  const formula = { xml: '<c><f>A1</f><v>12.345</v></c>' }
  expect(amounts(['1.234,50', { number: '12.345' }, { number: '150' }, formula])).toEqual([
    '1234.50',
    '12.345',
    '150',
    '12.345',
  ])
  expect(amounts(['1.234,50', { number: '99.5' }])).toEqual(['1234.50', '99.5'])
  expect(amounts([{ number: '12.345' }, { number: '-1' }])).toEqual(['12.345', null])
  expect(amounts(['1.234', { number: '2.5' }])).toEqual([null, '2.5'])
  expect(amounts(['1.234', { number: '2.345' }], { decimal: ',' })).toEqual(['1234', '2.345'])
})

describe('a payment in the header or above it makes the table unreadable, because it would be in every part', () => {
  const own = { ...map, reference: null, note: null, amount: 2, currency: null, currencyCode: 'EUR' }
  const rows: TestCell[][] = [
    ['IBAN', 'Name', 'Amount'],
    [DE, 'Ann', { number: '5' }],
    [DE, 'Ben', { number: '7' }],
  ]
  const workbook = makeWorkbook([{ name: 'Pay', rows }])
  const csv = (first: string) => bytes(`${first}\nIBAN;Name;Amount\n${DE};Ann;5\n`)

  test.each([1, 2, 3])('in a workbook whose header is row %i', (headerRow) => {
    const read = readTablePayments(workbook, { format: 'workbook', headerRow }, own)
    const expected = { 1: { lines: [{}, {}] }, 2: { problem: 'payments_above', line: 2 } }
    expect(read).toMatchObject(expected[headerRow as 1] ?? { problem: 'file_empty' })
  })
  test.each([
    [`${DE};Mallory;99,50`, 'payments_above'],
    [`${DE};Mallory;1.234`, 'payments_above'],
    [`Payer;${DE};99,50`, undefined],
    [`${DE};Payer;`, undefined],
    [`${DE};Payer;May`, undefined],
    ['Payments of May;;', undefined],
  ])('in text below %s', (first, problem) => {
    const read = readTablePayments(csv(first), { ...table, headerRow: 2 }, own)
    expect('problem' in read ? read.problem : undefined).toBe(problem)
  })
})
