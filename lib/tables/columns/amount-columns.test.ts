import { expect, test } from 'vitest'
import { amountTotals } from '@/lib/tables/payments/amount-totals'
import { readFile } from '@/lib/tables/read/read-file'
import type { ParsedTable } from '@/lib/tables/table'
import { bytes, DE, FR, lines } from '@/lib/tables/testing/lists'
import { makeWorkbook, type TestCell } from '@/lib/tables/testing/make-workbook'
import { guessColumns } from './columns'

const tableOf = (...all: string[]): ParsedTable => {
  const table = readFile(bytes(lines(...all)))
  if ('problem' in table) throw new Error(table.problem)
  return table
}
const amountsOf = (...all: string[]) => {
  const { amount, currency, currencyCode, decimal } = guessColumns(tableOf(...all))
  return { amount, currency, currencyCode, decimal }
}

test.each([
  ['German', 'Empfänger;IBAN;Betrag;Währung', 'Ann;@;1.234,56;EUR', { amount: 2, currency: 3, decimal: ',' }],
  [
    'a German run',
    'Empfänger;IBAN;Rechnungsbetrag;Skonto;Zahlbetrag',
    'Ann;@;100,00;2,00;98,00',
    { amount: 4, currencyCode: 'EUR', decimal: ',' },
  ],
  [
    'a header with a code',
    'Name;IBAN;Amount CHF',
    "Ann;@;1'234.50",
    { amount: 2, currencyCode: 'CHF', decimal: '.' },
  ],
  [
    'a header with a sign',
    'Nom;IBAN;Montant (€)',
    'Ann;@;1 234,50',
    { amount: 2, currencyCode: 'EUR', decimal: ',' },
  ],
  [
    'French',
    'Bénéficiaire;IBAN;Montant à virer;Devise',
    'Ann;@;12,00;EUR',
    { amount: 2, currency: 3, decimal: ',' },
  ],
  ['Spanish', 'Beneficiario;IBAN;Importe a pagar;Saldo', 'Ann;@;12,00;100,00', { amount: 2, decimal: ',' }],
  ['Italian', 'Beneficiario;IBAN;Importo', 'Ann;@;12,00', { amount: 2, decimal: ',' }],
  ['Dutch', 'Naam begunstigde;IBAN;Bedrag;Valuta', 'Ann;@;12,00;EUR', { amount: 2, currency: 3 }],
  ['Polish', 'Nazwa odbiorcy;IBAN;Kwota przelewu;Waluta', 'Ann;@;12,00;PLN', { amount: 2, currency: 3 }],
  ['Swedish', 'Mottagare;IBAN;Belopp att betala', 'Ann;@;12,00', { amount: 2 }],
  ['Czech', 'Název příjemce;IBAN;Částka;Měna', 'Ann;@;12,00;CZK', { amount: 2, currency: 3 }],
  ['English', 'Payee;IBAN;Amount;Ccy', 'Ann;@;1234.50;GBP', { amount: 2, currency: 3, decimal: '.' }],
  ['a payroll', 'First name;Last name;IBAN;Net pay', 'Ann;Lee;@;1,234.50', { amount: 3, decimal: '.' }],
  ['currencies without a header', 'Payee;IBAN;Amount;x', 'Ann;@;12.50;EUR', { amount: 2, currency: 3 }],
  ['currencies without any header', 'Payee;IBAN;Amount', 'Ann;@;12.50;CHF', { amount: 2, currency: 3 }],
  [
    'a payment run of SAP',
    'NAME1;ZIBAN;RBETR;RWBTR;WAERS',
    'Ann;@;1,00;2,00;CHF',
    { amount: 3, currency: 4 },
  ],
  [
    'payments of NetSuite',
    'Payee;IBAN;Amount;Amount (Transaction Currency);Currency',
    'Ann;@;1.00;2.00;Euro',
    { amount: 3, currency: 4 },
  ],
  ['an Italian payroll', 'Nome;IBAN;Netto in busta', 'Ann;@;12,00', { amount: 2, decimal: ',' }],
  ['currencies in the cells', 'Payee;IBAN;Amount', 'Ann;@;£ 12.50', { amount: 2, decimal: '.' }],
  [
    'words written together',
    'PayeeName;PayeeIBAN;AmountDue;CurrencyCode',
    'Ann;@;12.50;EUR',
    { amount: 2, currency: 3 },
  ],
  ['whole numbers', 'Payee;IBAN;Amount', 'Ann;@;12', { amount: 2, decimal: undefined }],
  ['two readings', 'Payee;IBAN;Amount', 'Ann;@;1.234', { amount: 2, decimal: undefined }],
])('%s: the columns of the amount and the currency are found', (_, header, row, found) => {
  const rows = [DE, FR].map((iban) => row.replace('@', iban))
  expect(amountsOf(header, ...rows)).toMatchObject(found)
})

test.each([
  ['no amount', 'Payee;IBAN;City', 'Ann;@;Bonn'],
  ['a limit', 'Payee;IBAN;Credit limit', 'Ann;@;1000.00'],
  ['a balance', 'Name;IBAN;Saldo', 'Ann;@;1000,00'],
  ['a tax', 'Name;IBAN;MwSt-Betrag', 'Ann;@;19,00'],
  ['cents', 'Name;IBAN;Betrag in Cent', 'Ann;@;1250'],
  ['thousands', 'Name;IBAN;Betrag TEUR', 'Ann;@;12,5'],
  ['words', 'Name;IBAN;Amount', 'Ann;@;twelve'],
])('%s: it is not a payment list', (_, header, row) => {
  expect(amountsOf(header, row.replace('@', DE), row.replace('@', FR)).amount).toBeUndefined()
})

test.each([
  ['names of currencies', 'Currency', ['Euro', 'Swiss franc', '$']],
  ['numbers of ISO 4217', 'Devise', ['978', '756', '756']],
])('no amount counts in euros where the column of currencies has %s', (_, title, currencies) => {
  const table = tableOf(
    `Name;IBAN;Amount;${title}`,
    ...currencies.map((each) => `Ann Lee;${DE};1.50;${each}`),
  )
  const map = guessColumns(table)
  expect(map).toMatchObject({ amount: 2, currency: 3 })
  const isEuro = currencies[0] === 'Euro'
  expect(amountTotals(table, map)).toMatchObject({
    sums: isEuro ? { EUR: '1.50' } : {},
    problems: { currency: isEuro ? 2 : 3 },
  })
})

test('a column of value dates is no column of currencies', () => {
  const row = `28.11.2026;Ann Lee;${DE};-1,50`
  expect(amountsOf('Valuta;Name;IBAN;Betrag', row, row)).toMatchObject({ amount: 3, currencyCode: 'EUR' })
})

test('the totals have what would be paid, what would not and why, and both readings of ambiguous amounts', () => {
  const row = (amount: string) => `Ann;${DE};${amount}`
  const table = tableOf('Payee;IBAN;Amount', row('1.234'), row('2.000'), row('-5'), row(''), row('3 USD'))
  const map = guessColumns(table)
  expect(amountTotals(table, map)).toEqual({
    found: 'both',
    sums: { USD: '3' },
    paid: 1,
    problems: { two_readings: 2, negative: 1, empty: 1 },
    readings: { '.': { EUR: '2.000', USD: '3' }, ',': { EUR: '3234', USD: '3' } },
  })
  expect(amountTotals(table, { ...map, decimal: ',' })).toMatchObject({ sums: { EUR: '3234' }, paid: 3 })
  expect(amountTotals(table, { ...map, amount: null })).toBeNull()
})

test('a row of totals is no payment, so the sum has each amount once', () => {
  const rows = [
    `F1;Ann;${DE};1.234,50;EUR`,
    `F2;Ben;${FR};100,00;EUR`,
    'F3;Cid;;30,00;EUR',
    ';Total SA;;5,00;EUR',
  ]
  const sums = (...last: string[]) => {
    const table = tableOf('No.;Payee;IBAN;Amount;Currency', ...rows, ...last)
    return amountTotals(table, guessColumns(table))
  }
  const without = sums()
  expect(without).toMatchObject({ sums: { EUR: '1369.50' }, paid: 4, problems: {} })
  for (const total of ['Total général;;;1.369,50;EUR', ';Summe;;1.369,50;EUR', ';;;1.369,50;EUR'])
    expect(sums(total)).toEqual({ ...without, problems: { total: 1 } })
  const cells = [
    ['Payee', 'IBAN', 'Amount'],
    ['Ann', DE, { number: '1' }],
    ['', '', { number: '2' }],
  ]
  const merged = readFile(makeWorkbook([{ name: 'Pay', rows: cells, merged: ['A2:A3', 'B2:B3'] }]))
  if ('problem' in merged) throw new Error(merged.problem)
  expect(amountTotals(merged, guessColumns(merged))).toMatchObject({ sums: { EUR: '3' }, problems: {} })
})

test('numbers in a workbook don’t affect the decimal separator detected from its texts', () => {
  const totals = (...amounts: TestCell[]) => {
    const rows = [['Payee', 'IBAN', 'Amount TND'], ...amounts.map((amount) => ['Ann', DE, amount])]
    const table = readFile(makeWorkbook([{ name: 'Pay', rows }]))
    if ('problem' in table) throw new Error(table.problem)
    const map = guessColumns(table)
    return { decimal: map.decimal, ...amountTotals(table, map) }
  }
  const [tax, fee] = [{ number: '12.345' }, { number: '99.5' }]
  expect(totals('1.234,50', tax, fee)).toMatchObject({ decimal: ',', found: ',', sums: { TND: '1346.345' } })
  expect(totals(tax, fee)).toEqual({
    ...{ decimal: undefined, found: null, sums: { TND: '111.845' }, paid: 2, problems: {}, readings: null },
  })
  expect(totals('1.234', tax)).toMatchObject({
    found: 'both',
    problems: { two_readings: 1 },
    readings: { '.': { TND: '13.579' }, ',': { TND: '1246.345' } },
  })
})
