import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { guessColumns } from '@/lib/tables/columns/columns'
import { readFile } from '@/lib/tables/read/read-file'
import { makeWorkbook } from '@/lib/tables/testing/make-workbook'
import { checkRows } from '../testing/lists'

/** Workbooks in the form of real ones, with made-up content. */

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
    'addresses that go up and down again',
    rewrite(makeWorkbook([{ name: 'A', rows: [['Name', 'IBAN'], ...TWO] }]), (xml) =>
      xml.replace('"worksheets/sheet0.xml"', '"../xl/./worksheets/sheet0.xml"'),
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
])('%s says why it can’t be read', (_, file, problem) => {
  expect(readFile(file)).toMatchObject({ problem })
})

test('an IBAN stored as a number is refused with its address, and one shown with spaces is read', () => {
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

/** A workbook whose cells refer to shared strings, as spreadsheets write them. */
function withShared(items: string[], rows: number[][]): Uint8Array {
  const cells = rows.map((row) => row.map((item) => ({ xml: `<c t="s"><v>${item}</v></c>` })))
  const parts = unzipSync(makeWorkbook([{ name: 'A', rows: cells }]))
  const relations = 'xl/_rels/workbook.xml.rels'
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings'
  return zipSync({
    ...parts,
    'xl/sharedStrings.xml': strToU8(`<sst>${items.map((item) => `<si>${item}</si>`).join('')}</sst>`),
    [relations]: strToU8(
      strFromU8(parts[relations] as Uint8Array).replace(
        '</Relationships>',
        `<Relationship Id="ss" Type="${type}" Target="sharedStrings.xml"/></Relationships>`,
      ),
    ),
  })
}

test('a rich text string is joined without its phonetic reading, and a missing one is empty', () => {
  const rich = '<r><rPr><b/></rPr><t>Jean </t></r><r><t>Dupont</t></r><rPh sb="0" eb="1"><t>ZAN</t></rPh>'
  const items = ['<t>Name</t>', '<t>IBAN</t>', rich, `<t>${FR}</t>`]
  const { rows } = run(
    withShared(items, [
      [0, 1],
      [2, 3],
      [9, 3],
    ]),
  )
  expect(rows.map(({ name, problems }) => [name, problems[0]?.code])).toEqual([
    ['Jean Dupont', undefined],
    ['', 'name_required'],
  ])
})

test('a cell without a value is empty, whatever its type', () => {
  const items = ['<t>Name</t>', '<t>IBAN</t>', '<t>Reference</t>', `<t>${FR}</t>`]
  const shared = withShared(items, [
    [0, 1, 2],
    [2, 3, 2],
  ])
  for (const empty of ['<c t="s"><v></v></c>', '<c t="s"/>', '<c t="b"/>', '<c t="str"/>', '<c t="e"/>']) {
    const file = rewrite(shared, (xml) => xml.replace(/(<row r="2">)<c[^>]*>.*?<\/c>/, `$1${empty}`))
    const [row] = run(file).rows
    expect([row?.name, row?.problems[0]?.code]).toEqual(['', 'name_required'])
  }
})

test('errors, booleans and formulas without a result are reported as such', () => {
  const { rows } = run(
    makeWorkbook([
      {
        name: 'A',
        rows: [
          ['Name', 'IBAN'],
          ['Anna Rossi', { xml: `<c t="str"><f>X1</f><v>${FR}</v></c>` }],
          ['Uwe Bauer', { xml: '<c t="e"><f>X1</f><v>#N/A</v></c>' }],
          ['Jan Bakker', { xml: '<c t="e"><v>#REF!</v></c>' }],
          ['Zoé Lefèvre', { xml: '<c t="b"><v>1</v></c>' }],
          ['José Núñez', { xml: '<c><f>X1</f></c>' }],
          ['Mario Verdi', { xml: '<c t="str"><f>X1</f><v></v></c>' }],
        ],
      },
    ]),
  )
  expect(rows.map(({ problems }) => problems[0]?.hint)).toEqual([
    undefined,
    'iban_placeholder',
    'iban_placeholder',
    'iban_placeholder',
    'formula_empty',
    'formula_empty',
  ])
  expect(rows[0]?.warnings).toEqual(['formula_cached'])
})

test.each([
  {
    of: 'names and accounts that are merged down beside a group',
    rows: [
      ['Name', 'IBAN', 'Rechnung', ''],
      ['', '', 'Nummer', 'Betrag'],
    ],
    merged: ['A1:A2', 'B1:B2', 'C1:D1'],
    headers: ['Name', 'IBAN', 'Nummer', 'Betrag'],
  },
  {
    of: 'an amount that is merged down beside a group',
    rows: [['Liste'], ['Empfänger', '', 'Nummer', 'Betrag'], ['Name', 'IBAN']],
    merged: ['A2:B2', 'C2:C3', 'D2:D3'],
    headers: ['Name', 'IBAN', 'Nummer', 'Betrag'],
  },
])('a header in two lines has the titles of both: $of', ({ rows, merged, headers }) => {
  const payees = TWO.map(([name = '', iban = ''], n) => [name, iban, `R${n}`, { number: '12.5' }])
  const file = makeWorkbook([{ name: 'Pay', rows: [...rows, ...payees], merged }])
  const found = run(file)
  expect(found.table).toMatchObject({ headerRow: rows.length, headers, notes: [] })
  expect(guessColumns(found.table)).toMatchObject({ iban: 1, name: [0], amount: 3 })
  expect(found.rows.map(({ problems, warnings }) => [...problems, ...warnings])).toEqual([[], []])
  expect(readFile(file, { headerRow: rows.length })).toEqual(found.table)
})

test('a header is one line where a cell that is merged down reaches into the rows', () => {
  for (const payees of [
    TWO,
    [['Jens Holm', '0040 0440116243', '', '12,50']],
    [['Jens Holm', '', '', '12,50']],
  ]) {
    const file = makeWorkbook([
      { name: 'Pay', rows: [['Name', 'IBAN', 'Stand', 'Betrag'], ...payees, ...TWO], merged: ['C1:C2'] },
    ])
    expect(run(file).table).toMatchObject({ headerRow: 1 })
  }
})
