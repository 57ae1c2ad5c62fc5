import { describe, expect, test } from 'vitest'
import { readTable } from '@/lib/tables/read/read'
import { bytes, checked, DE, FR, lines, NL, payees } from '@/lib/tables/testing/lists'
import { guessColumns } from './columns'

const FI = 'FI2112345600000785'

/** Looks like a name, and is another in every row. */
const purposeOf = (name: string) => `${name.split(' ')[1]} Miete März`

/** The header of a list as a system exports it, and a line for a payee: columns are found although names and places are alike. */
test.each<[string, string, (name: string, iban: string) => string]>([
  [
    'a statement of a German savings bank',
    'Auftragskonto;Buchungstext;Verwendungszweck;Beguenstigter/Zahlungspflichtiger;Kontonummer/IBAN;Betrag',
    (name, iban) => `${DE};UEBERWEISUNG;${purposeOf(name)};${name};${iban};-1,00`,
  ],
  [
    'a payment journal of Business Central',
    'Message to Recipient;Account No.;Vendor Name;Amount;Recipient IBAN',
    (name, iban) => `${purposeOf(name)};V1;${name};1.00;${iban}`,
  ],
  [
    'a remittance with another payee than the supplier',
    'Remit-To Code;Supplier;Remit-To Name;Payment Amount;IBAN',
    (name, iban) => `R1;${purposeOf(name)};${name};1.00;${iban}`,
  ],
  [
    'a Polish bank',
    '#Data;#Tytuł;#Nadawca/Odbiorca;#Numer konta;#Kwota',
    (name, iban) => `2026-11-28;${purposeOf(name)};${name};${iban};-1,00`,
  ],
  [
    'a Czech bank',
    'Datum;Zpráva pro příjemce;Název protistrany;Číslo protiúčtu;Částka',
    (name, iban) => `28.11.2026;${purposeOf(name)};${name};${iban};-1,00`,
  ],
  [
    'a Spanish bank',
    'Fecha;Concepto;Ordenante/Beneficiario;Cuenta;Importe',
    (name, iban) => `28/11/2026;${purposeOf(name)};${name};${iban};-1,00`,
  ],
  [
    'a Slovenian bank, whose word for a purpose is like a German one for a name',
    'Namen;Prejemnik;TRR;Referenca;Znesek',
    (name, iban) => `${purposeOf(name)};${name};${iban};SI00 1;1,00`,
  ],
  [
    'a Croatian bank',
    'Opis plaćanja;Naziv primatelja;IBAN primatelja;Iznos',
    (name, iban) => `${purposeOf(name)};${name};${iban};1`,
  ],
  [
    'a Latvian bank',
    'Maksājuma mērķis;Saņēmējs;Konta numurs;Summa',
    (name, iban) => `${purposeOf(name)};${name};${iban};1`,
  ],
  [
    'a Lithuanian bank',
    'Mokėjimo paskirtis;Gavėjas;Sąskaitos nr.;Suma',
    (name, iban) => `${purposeOf(name)};${name};${iban};1`,
  ],
  [
    'an Estonian program',
    'Selgitus;Tarnija;Pangakonto;Summa',
    (name, iban) => `${purposeOf(name)};${name};${iban};1`,
  ],
  [
    'a Greek bank',
    'Αιτιολογία;Δικαιούχος;Λογαριασμός;Ποσό',
    (name, iban) => `${purposeOf(name)};${name};${iban};1`,
  ],
  [
    'a Bulgarian bank',
    'Основание;Получател;Сметка;Сума',
    (name, iban) => `${purposeOf(name)};${name};${iban};1`,
  ],
])('%s', (_, header, line) => {
  expect(payees(bytes(lines(header, line('Anna Berg', FR), line('Jan Bakker', NL))))).toEqual([
    ['Anna Berg', FR],
    ['Jan Bakker', NL],
  ])
})

test.each([
  ['Επωνυμία;IBAN;Ποσό;Νόμισμα', '1,50;EUR'],
  ['Име на контрагент;IBAN;Сума;Валута', '1,50;BGN'],
  ['Firma;IBAN;K likvidaci;Měna', '1,50;CZK'],
])('the amounts of %s are found', (header, amount) => {
  const table = readTable(bytes(lines(header, `Anna Berg;${FR};${amount}`, `Jan Bakker;${NL};${amount}`)))
  expect('problem' in table || guessColumns(table)).toMatchObject({ amount: 2, currency: 3, decimal: ',' })
})

test('the header of a Finnish statement is found although each account has its BIC beside it', () => {
  const row = (name: string, iban: string) => `28.11.2026;-1,00;TILISIIRTO;${name};${iban} / NDEAFIHH;Lasku`
  const header = 'Kirjauspäivä;Määrä EUROA;Selitys;Saaja/Maksaja;Saajan tilinumero ja pankin BIC;Viesti'
  const table = readTable(bytes(lines(header, row('Virtanen Oy', FI), row('Mäkelä Päivi', FI))))
  if ('problem' in table) throw new Error(table.problem)
  expect([table.headerRow, guessColumns(table)]).toMatchObject([1, { iban: 4, name: [3] }])
})

describe('a name that is in several columns', () => {
  const found = (header: string, ...rows: string[]) =>
    payees(bytes(lines(`${header};IBAN`, ...rows.map((row, n) => `${row};${[FR, NL, DE][n]}`)))).map(
      ([name]) => name,
    )

  test('of companies beside one that every row has', () => {
    expect(found('Vendor;Company', 'Murphy;Murphy Plumbing Ltd', 'Kelly Design;')).toEqual([
      'Murphy Plumbing Ltd',
      'Kelly Design',
    ])
  })

  test('is never a text that only looks like a name, where the name is missing', () => {
    expect(found('Titulaire;Libellé', 'Nord Groupe;Facture Durand', ';Paul Martin')).toEqual(['Nord Groupe'])
    expect(found('Beneficiario;Causale', 'Verdi Srl;Fattura Rossi', ';Saldo Bianchi')).toEqual(['Verdi Srl'])
  })

  test('that goes on in “Name 2”', () => {
    expect(
      found('No.;Name;Name 2', '1;Grünwald Transporte;Internationale Spedition GmbH', '2;Huber;'),
    ).toEqual(['Grünwald Transporte Internationale Spedition GmbH', 'Huber'])
  })
})

test.each([
  ['Totale distinta;;', 'total_row'],
  [';Totale distinta;', undefined],
  ['* Summe Zahlweg T;1.244,50-;', 'total_row'],
  ['Saldo;;', 'total_row'],
  ['* 100001;;', 'total_row'],
])('%s is a line of totals if it names no payee', (row, hint) => {
  const file = `Causale;Beneficiario;IBAN;Importo\nFattura;Jean Dupont;${FR};1,50\n${row};1,50\n`
  expect(checked(bytes(file)).map(({ problems }) => problems[0]?.hint)).toEqual([undefined, hint])
})
