import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { guessColumns } from '../columns'
import { readFile } from '../readFile'
import { checkRows } from '../relations'
import { makeWorkbook } from '../testing/makeWorkbook'

/** Workbooks as people keep them: what is in them is made up, how they are made is not. */

const FR = 'FR7630006000011234567890189'
const DE = 'DE89370400440532013000'
const NL = 'NL91ABNA0417164300'
const ES = 'ES9121000418450200051332'

const run = (file: Uint8Array) => {
  const table = readFile(file)
  if ('problem' in table) throw new Error(table.problem)
  return { table, ...checkRows(table, guessColumns(table)) }
}
const payees = (file: Uint8Array) =>
  run(file)
    .rows.filter(({ problems }) => problems.length === 0)
    .map(({ name, iban }) => [name, iban])
const TWO = [
  ['Jean Dupont', FR],
  ['Uwe Bauer', DE],
]
const rename = (file: Uint8Array, other: (name: string) => string) =>
  zipSync(Object.fromEntries(Object.entries(unzipSync(file)).map(([name, part]) => [other(name), part])))
const rewrite = (file: Uint8Array, change: (xml: string) => string) =>
  zipSync(
    Object.fromEntries(
      Object.entries(unzipSync(file)).map(([name, part]) => [name, strToU8(change(strFromU8(part)))]),
    ),
  )

test.each([
  [
    'two accounts side by side under merged titles',
    makeWorkbook([
      {
        name: 'Paiements',
        rows: [
          ['Donneur d’ordre', '', 'Bénéficiaire', '', ''],
          ['Nom', 'IBAN', 'Nom', 'IBAN', 'Date'],
          ['Accord SA', ES, 'Jean Dupont', FR, { number: '46000', style: 1 }],
          ['Accord SA', ES, 'Uwe Bauer', DE, { number: '46001', style: 1 }],
        ],
        merged: ['A1:B1', 'C1:E1'],
      },
    ]),
  ],
  [
    'a title, a logo row, the list, and what comes under it',
    makeWorkbook([
      {
        name: 'Liste',
        rows: [
          ['Payment list 03/2026'],
          [],
          ['No', 'Payee', 'Account (IBAN)', 'Amount'],
          [{ number: '1' }, 'Jean Dupont', FR, { number: '12.5' }],
          [{ number: '2' }, 'Uwe Bauer', DE, { number: '1E3' }],
          ['', 'Total', '', { xml: '<c><f>SUM(D4:D5)</f><v>1012.5</v></c>' }],
          [],
          ['', 'Signed: A. Rossi'],
        ],
        merged: ['A1:D1'],
      },
    ]),
  ],
  [
    'sheets of other things before it, one of them hidden',
    makeWorkbook([
      { name: 'Lies mich', rows: [['So geht es'], ['IBAN', 'Beispiel']] },
      {
        name: 'Alt',
        rows: [
          ['Name', 'IBAN'],
          ['Gone', NL],
        ],
        hidden: true,
      },
      { name: 'Konten', rows: [['Kontoinhaber', 'IBAN'], ...TWO] },
      {
        name: 'Mehr',
        rows: [
          ['Name', 'IBAN'],
          ['Other', NL],
        ],
      },
    ]),
  ],
  [
    'names of parts in capitals',
    rename(makeWorkbook([{ name: 'A', rows: [['Name', 'IBAN'], ...TWO] }]), (name) =>
      name.replace('styles', 'Styles'),
    ),
  ],
  [
    'names of parts with backslashes',
    rename(makeWorkbook([{ name: 'A', rows: [['Name', 'IBAN'], ...TWO] }]), (name) =>
      name.replaceAll('/', '\\'),
    ),
  ],
  [
    'addresses from the root',
    rewrite(makeWorkbook([{ name: 'A', rows: [['Name', 'IBAN'], ...TWO] }]), (xml) =>
      xml.replace('"worksheets/sheet0.xml"', '"/xl/worksheets/sheet0.xml"'),
    ),
  ],
  [
    'the strict form of the standard',
    rewrite(makeWorkbook([{ name: 'A', rows: [['Name', 'IBAN'], ...TWO] }]), (xml) =>
      xml
        .replaceAll(
          'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
          'http://purl.oclc.org/ooxml/spreadsheetml/main',
        )
        .replaceAll(
          'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
          'http://purl.oclc.org/ooxml/officeDocument/relationships',
        ),
    ),
  ],
  [
    'cells without addresses',
    rewrite(makeWorkbook([{ name: 'A', rows: [['Name', 'IBAN'], ...TWO] }]), (xml) =>
      xml.replace(/ r="[A-Z]+\d+"/g, ''),
    ),
  ],
  ['no header at all', makeWorkbook([{ name: 'A', rows: TWO }])],
  [
    'a header in the second row and a column that is empty',
    makeWorkbook([{ name: 'A', rows: [[], ['', 'Name', 'IBAN'], ...TWO.map((row) => ['', ...row])] }]),
  ],
])('%s', (_, file) => {
  expect(payees(file)).toEqual(TWO)
})

test.each([
  [
    'an OpenDocument sheet',
    zipSync({
      mimetype: strToU8('application/vnd.oasis.opendocument.spreadsheet'),
      'content.xml': strToU8('<x/>'),
    }),
    'file_type',
  ],
  [
    'a text document',
    zipSync({ '_rels/.rels': strToU8('<Relationships/>'), 'word/document.xml': strToU8('<x/>') }),
    'file_type',
  ],
  ['a workbook without rows', makeWorkbook([{ name: 'A', rows: [] }]), 'file_empty'],
  ['a workbook cut short', makeWorkbook([{ name: 'A', rows: TWO }]).slice(0, 900), 'file_damaged'],
])('%s says why it cannot be read', (_, file, problem) => {
  expect(readFile(file)).toMatchObject({ problem })
})

test('an IBAN kept as a number is refused with its address, one shown with spaces is read', () => {
  const { rows, table } = run(
    makeWorkbook([
      {
        name: 'A',
        rows: [
          ['Name', 'IBAN'],
          ['A', 'FR76 3000 6000 0112 3456 7890 189'],
          ['B', { number: '8.9370400440532014E+20' }],
          ['C', { number: '61109010140000071219812874' }],
        ],
      },
    ]),
  )
  expect(rows.map(({ problems }) => problems[0]?.hint)).toEqual([undefined, 'digits_lost', 'digits_lost'])
  expect(rows[0]?.iban).toBe(FR)
  expect(table.records[1]?.line).toBe(3)
})
