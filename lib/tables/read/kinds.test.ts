import { describe, expect, test } from 'vitest'
import { guessColumns } from '@/lib/tables/columns/columns'
import type { TableOptions } from '@/lib/tables/table'
import { checkRows } from '@/lib/tables/testing/lists'
import { encodeText } from '@/lib/tables/testing/write-table'
import type { Encoding } from '@/lib/tables/text/choices'
import { readTable } from './read'

const IBANS = [
  'FR7630006000011234567890189',
  'DE89370400440532013000',
  'IT60X0542811101000000123456',
  'NL91ABNA0417164300',
  'ES9121000418450200051332',
  'PL61109010140000071219812874',
  'CZ6508000000192000145399',
  'GB29NWBK60161331926819',
]
const NAMES = [
  'Jean Dupont',
  'Jürgen Müller',
  'Café Zoë SARL',
  'Atelier Nord SAS',
  'José Núñez',
  'Weiß GmbH',
  'Håkon Sø',
  'Chloé B',
]

/** A file with one header and one line per IBAN. */
const file = (header: string, line: (name: string, iban: string, i: number) => string, end = '\r\n') =>
  [header, ...IBANS.map((iban, i) => line(NAMES[i] ?? '', iban, i))].join(end) + end

const run = (text: string, encoding: Encoding = 'utf-8', bom = false, options: TableOptions = {}) => {
  const table = readTable(encodeText(text, encoding, bom), options)
  if ('problem' in table) throw new Error(`${table.problem} in line ${table.line}`)
  const map = guessColumns(table)
  return { table, map, ...checkRows(table, map) }
}

describe('columns of real systems', () => {
  test.each([
    ['Codice;Ragione sociale;Codice IBAN;Banca', (n: string, b: string) => `1;${n};${b};Banca X`, 2, [1], []],
    ['Código|Nome|NIB/IBAN', (n: string, b: string) => `1|${n}|${b}`, 2, [1], []],
    ['Banque;Titulaire;RIB', (n: string, b: string) => `BNP Paribas;${n};${b}`, 2, [1], []],
    ['Matricule;Nom;Prénom;IBAN', (n: string, b: string) => `9;${n};Jean;${b}`, 3, [2, 1], []],
    ['Nombre;Apellidos;Cuenta', (n: string, b: string) => `Jean;${n};${b}`, 2, [0, 1], []],
    ['Name;Vorname;Kontonummer', (n: string, b: string) => `${n};Uwe;${b}`, 2, [1, 0], []],
    ['Nome,Cognome,IBAN c/c', (n: string, b: string) => `${n},Rossi,${b}`, 2, [0, 1], []],
    ['Fournisseur;Titulaire du compte;IBAN', (n: string, b: string) => `${n};;${b}`, 2, [0], [1]],
    [
      'FirstName,Nickname,LastName,CompanyName,IBAN',
      (n: string, b: string) => `Al,x,${n},,${b}`,
      4,
      [0, 2],
      [3],
    ],
    ['NAME1\tNAME2\tKOINH\tIBAN', (n: string, b: string) => `${n}\tGmbH\t\t${b}`, 3, [0, 1], [2]],
    ['SupplierNr;Name;Country;IBAN', (_: string, b: string) => `1;Deutsche Bank;DE;${b}`, 3, [], []],
    ['Benificiary nmae,IBNA', (n: string, b: string) => `${n},${b}`, 1, [0], []],
    ['Ref X;Tiers payé;Coord', (n: string, b: string) => `A1;${n};${b}`, 2, [1], []],
  ])('%s', (header, line, iban, name, instead) => {
    expect(run(file(header, line)).map).toMatchObject({ iban, name, instead })
  })

  test('the debtor, the same in every row, is never the payee', () => {
    const header = 'debtor_name,debtor_account_IBAN,creditor_name,creditor_account_IBAN'
    const { map } = run(file(header, (name, iban) => `Accord SA,${IBANS[0]},${name},${iban}`))
    expect(map).toMatchObject({ iban: 3, name: [2] })
  })

  test('of ten IBAN columns of DATEV the filled one is taken', () => {
    const header = '"EXTF";700\r\nKonto;Name (Adressatentyp Unternehmen);IBAN-Nr. 2;IBAN-Nr. 1'
    const { map, table } = run(file(header, (name, iban, i) => `${i};${name};${i === 3 ? iban : ''};${iban}`))
    expect([map.iban, table.headerRow]).toEqual([3, 2])
  })
})

describe('where the data begins', () => {
  test.each([
    ['a sep= line', `sep=,\r\n${file('Nom,IBAN', (n, b) => `${n},${b}`)}`, 2, 8],
    [
      'a preamble of fewer cells',
      `Liste\r\nSociété X\r\n\r\n${file('Nom;IBAN', (n, b) => `${n};${b}`)}`,
      4,
      8,
    ],
    [
      'the own IBAN in the preamble',
      `IBAN donneur d’ordre;${IBANS[0]}\r\n\r\n${file('Bénéficiaire;IBAN', (n, b) => `${n};${b}`)}`,
      3,
      8,
    ],
    ['no header', file('Jean;FR76', (n, b) => `${n};${b}`), null, 9],
    ['no header and no IBAN in the first row', file('Jean;', (n, b) => `${n};${b}`), null, 9],
  ])('%s', (_, text, headerRow, rows) => {
    const { table } = run(text)
    expect([table.headerRow, table.records.length]).toEqual([headerRow, rows])
  })

  test('blank lines are no rows, and a line of totals is a row without an IBAN', () => {
    const text = `${file('Nom;IBAN;Montant', (n, b) => `${n};${b};1,50`)}\r\n;;\r\nTOTAL;;12,00\r\n`
    const { counts, rows } = run(text)
    expect(counts).toMatchObject({ data: 9, valid: 8, byReason: { iban_required: 1 } })
    expect(rows.at(-1)?.problems).toEqual([{ field: 'iban', code: 'iban_required', hint: 'total_row' }])
  })

  test('detected settings can be overridden', () => {
    const text = file('Nom;IBAN', (n, b) => `${n};${b}`)
    expect(run(text, 'utf-8', false, { headerRow: null }).table.records).toHaveLength(9)
    expect(run(text, 'utf-8', false, { headerRow: 3 }).table.records).toHaveLength(6)
    expect(run(text, 'utf-8', false, { encoding: 'windows-1252' }).rows[1]?.warnings).toContain(
      'suspected_encoding',
    )
  })
})

describe('encodings', () => {
  const latin = (n: string, b: string) => `${n};${b}`
  const other = (names: string[], iban: string) => (_: string, __: string, i: number) =>
    `${names[i % names.length]};${iban}`
  test.each<[Encoding, boolean, (n: string, b: string, i: number) => string, string]>([
    ['windows-1252', false, latin, 'Jean Dupont'],
    ['macintosh', false, latin, 'Jean Dupont'],
    ['utf-16be', true, latin, 'Jean Dupont'],
    ['utf-16le', false, latin, 'Jean Dupont'],
    ['iso-8859-15', false, other(['Œuvres Sociales', 'Sœur Élodie'], IBANS[0] ?? ''), 'Œuvres Sociales'],
    ['windows-1250', false, other(['Łukasz Wiśniewski', 'Żółć Gęślą'], IBANS[5] ?? ''), 'Łukasz Wiśniewski'],
    ['iso-8859-2', false, other(['Łukasz Wiśniewski', 'Żółć Gęślą'], IBANS[5] ?? ''), 'Łukasz Wiśniewski'],
    [
      'windows-1250',
      false,
      other(['Dvořák Jiří', 'Černý Tomáš', 'Růžička Matěj'], IBANS[6] ?? ''),
      'Dvořák Jiří',
    ],
    ['windows-1251', false, other(['Иван Петров'], 'BG80BNBG96611020345678'), 'Иван Петров'],
    ['windows-1253', false, other(['Νίκος Ιωάννου'], 'GR1601101250000000012300695'), 'Νίκος Ιωάννου'],
    [
      'windows-1257',
      false,
      other(['Rūta Čepaitė Žukauskienė'], 'LT121000011101001000'),
      'Rūta Čepaitė Žukauskienė',
    ],
    ['windows-1250', false, other(['Željko Čović', 'Đuro Šarić'], 'HR1210010051863000160'), 'Željko Čović'],
    [
      'windows-1254',
      false,
      other(['Ayşe Yılmaz', 'Gökhan İnanç'], 'TR330006100519786457841326'),
      'Ayşe Yılmaz',
    ],
    ['utf-16be', false, latin, 'Jean Dupont'],
  ])('%s (byte order mark: %s)', (encoding, bom, line, name) => {
    const { table, rows } = run(file('Titulaire;IBAN', line), encoding, bom)
    expect([table.encoding, table.bom, rows[0]?.name]).toEqual([encoding, bom, name])
    expect(rows.every((row) => !row.name.includes('\uFFFD'))).toBe(true)
  })

  test('a euro sign alone is read as western', () => {
    const { table } = run(
      file('Name;IBAN;Betrag', (_, b) => `Uwe Bauer;${b};12 €`),
      'windows-1252',
    )
    expect(table.encoding).toBe('windows-1252')
  })

  test('of two concatenated files, one of them UTF-8, the other is read, and the first can be fixed', () => {
    const bytes = Uint8Array.from([
      ...encodeText(`Nom;IBAN\r\nZoé;${IBANS[0]}\r\n`, 'utf-8', false),
      ...encodeText(`Hélène;${IBANS[1]}\r\n`, 'windows-1252', false),
    ])
    const table = readTable(bytes)
    if ('problem' in table) throw new Error(table.problem)
    const { rows } = checkRows(table, guessColumns(table))
    expect(rows.map(({ name }) => name)).toEqual(['ZoÃ©', 'Hélène'])
    expect(rows[0]?.warnings).toContain('suspected_encoding')
  })
})
